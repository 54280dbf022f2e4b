`include "timer_defs.vh"
// Counts periods after a start, up to the last one.
module timer (
    input clk,
    input reset,
    input start,
    output reg [3:0] elapsed,
    output done
);
  reg running = 0;
  initial elapsed = 0;
  wire tick;
  prescaler #(
      .WIDTH(2)
  ) scale (
      .clk  (clk),
      .reset(reset),
      .tick (tick)
  );
  assign done = elapsed == `LAST;

  always @(posedge clk)
    if (reset) begin
      running <= 0;
      elapsed <= 0;
    end else if (start) running <= 1;
    else if (running && tick && !done) elapsed <= elapsed + 1;

`ifdef FORMAL
  always @(posedge clk) never_beyond : assert (elapsed <= `LAST);
`endif
endmodule
