// Two instances of a module of another file.
module pair (
    input clk,
    input a,
    input b,
    output [1:0] x,
    output [1:0] y
);
  pair_part left (clk, a, x);
  pair_part right (clk, b, y);
  always @(posedge clk) assert (x < 3);
endmodule
