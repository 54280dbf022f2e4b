// Two clocks, which BTOR2 cannot tell apart.
module clocks (
    input first,
    input second,
    output reg a,
    output reg b
);
  always @(posedge first) a <= b;
  always @(posedge second) b <= a;
  alike : assert property (a == b);
endmodule
