// Why: the textbook queue with an asynchronous reset, whose memory yosys turns into registers.
module fifo_async (
    input clk,
    input rst_n,
    input write,
    input read,
    input [1:0] data,
    output reg [1:0] q,
    output full,
    output empty
);
  reg [1:0] store[0:3];
  reg [2:0] wr, rd;
  assign full  = wr - rd == 3'd4;
  assign empty = wr == rd;

  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      wr <= 0;
      rd <= 0;
      q  <= 0;
    end else begin
      if (write && !full) begin
        store[wr[1:0]] <= data;
        wr <= wr + 1;
      end
      if (read && !empty) begin
        q  <= store[rd[1:0]];
        rd <= rd + 1;
      end
    end

`ifdef FORMAL
  reg seen = 0;
  always @(posedge clk) seen <= 1;
  always @(*) if (!seen) assume (!rst_n);
  wire [2:0] used = wr - rd;
  always @(posedge clk) if (rst_n) at_most_four : assert (used <= 4);
  always @(posedge clk)
    if (seen && rst_n && $past(rst_n) && $past(read && !empty)) delivered : assert (q == $past(store[rd[1:0]]));
`endif
endmodule
