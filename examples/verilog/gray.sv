// Why: a relation between two registers that induction needs.
module gray (
    input clk,
    input step,
    output reg [3:0] gray
);
  reg [3:0] count = 0;
  initial gray = 0;
  wire [3:0] following = count + 1;
  always @(posedge clk)
    if (step) begin
      count <= following;
      gray  <= following ^ (following >> 1);
    end

`ifdef FORMAL
  always @(posedge clk) coded : assert (gray == (count ^ (count >> 1)));
`endif
endmodule
