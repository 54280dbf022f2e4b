`include "timer_defs.vh"
// Counts to the period and starts again: `tick` is 1 once in a period.
module prescaler #(
    parameter WIDTH = 4
) (
    input  clk,
    input  reset,
    output tick
);
  reg [WIDTH-1:0] count = 0;
  assign tick = count == `PERIOD - 1;

  always @(posedge clk)
    if (reset || tick) count <= 0;
    else count <= count + 1;

`ifdef FORMAL
  always @(posedge clk) in_period : assert (count < `PERIOD);
`endif
endmodule
