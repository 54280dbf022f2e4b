// Counts to two and stays there.
module pair_part (
    input clk,
    input go,
    output reg [1:0] n
);
  initial n = 0;
  always @(posedge clk) if (go && n != 2) n <= n + 1;
  always @(posedge clk) assert (n < 3);
endmodule
