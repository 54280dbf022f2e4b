// Why: a generate loop of instances with parameters; the submodule comes before the top.
module stage #(
    parameter WIDTH = 1
) (
    input clk,
    input move,
    input [WIDTH-1:0] d,
    output reg [WIDTH-1:0] q
);
  initial q = 0;
  always @(posedge clk) if (move) q <= d;
endmodule

module shift_chain #(
    parameter LENGTH = 3,
    parameter WIDTH  = 2
) (
    input clk,
    input move,
    input [WIDTH-1:0] in,
    output [WIDTH-1:0] out
);
  wire [WIDTH-1:0] link[0:LENGTH];
  assign link[0] = in;
  assign out = link[LENGTH];
  genvar i;
  generate
    for (i = 0; i < LENGTH; i = i + 1) begin : part
      stage #(
          .WIDTH(WIDTH)
      ) cell_of (
          .clk(clk),
          .move(move),
          .d(link[i]),
          .q(link[i+1])
      );
    end
  endgenerate

`ifdef FORMAL
  reg [1:0] age = 0;
  always @(posedge clk) if (age != 3) age <= age + 1;
  always @(posedge clk)
    if (age == 3 && $past(move) && $past(move, 2) && $past(move, 3)) passed : assert (out == $past(in, 3));
  always @(posedge clk) if (age != 0 && !$past(move)) still : assert (out == $past(out));
`endif
endmodule
