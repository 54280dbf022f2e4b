// Why: a memory with an initial block, two read ports and a word that is always zero.
module register_file (
    input clk,
    input write,
    input [1:0] to,
    input [1:0] data,
    input [1:0] left,
    input [1:0] right,
    output [1:0] a,
    output [1:0] b
);
  reg [1:0] words[0:3];
  integer i;
  initial for (i = 0; i < 4; i = i + 1) words[i] = 0;
  assign a = words[left];
  assign b = words[right];
  always @(posedge clk) if (write && to != 0) words[to] <= data;

`ifdef FORMAL
  reg started = 0;
  always @(posedge clk) started <= 1;
  always @(*) if (left == 0) zero_word : assert (a == 0);
  always @(*) if (left == right) alike : assert (a == b);
  always @(posedge clk)
    if (started && $past(write) && $past(to) != 0 && left == $past(to)) written : assert (a == $past(data));
`endif
endmodule
