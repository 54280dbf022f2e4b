// Why: a memory that is read and written at the same pointer.
module stack (
    input clk,
    input reset,
    input push,
    input pop,
    input [1:0] in,
    output [1:0] top,
    output reg [2:0] depth
);
  reg [1:0] mem[0:3];
  wire [2:0] below = depth - 1;
  assign top = mem[below[1:0]];
  initial depth = 0;
  always @(posedge clk)
    if (reset) depth <= 0;
    else if (push && !pop && depth < 4) begin
      mem[depth[1:0]] <= in;
      depth <= depth + 1;
    end else if (pop && !push && depth != 0) depth <= depth - 1;

`ifdef FORMAL
  reg started = 0;
  always @(posedge clk) started <= 1;
  always @(posedge clk) begin
    fits : assert (depth <= 4);
    if (started && !$past(reset) && $past(push && !pop && depth < 4)) on_top : assert (top == $past(in));
  end
`endif
endmodule
