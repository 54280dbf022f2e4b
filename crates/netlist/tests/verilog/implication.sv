// What yosys's own reader does not know: a clocked property with an implication.
module implication (
    input clk,
    input a,
    output reg b
);
  always @(posedge clk) b <= a;
  follows : assert property (@(posedge clk) a |=> b);
endmodule
