// Figure 6 of the coverage paper: two registers that exchange a one, and a third that follows.
module swap (
    input clk,
    output reg p,
    output reg q,
    output reg r
);
  initial begin
    p = 0;
    q = 1;
    r = 0;
  end
  always @(posedge clk) begin
    p <= q;
    q <= p;
    r <= q;
  end
`ifdef FORMAL
  some_one : assert property (p | q | r);
`endif
endmodule
