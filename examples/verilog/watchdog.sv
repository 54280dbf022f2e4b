// Why: a flag that stays, and a counter that stops.
module watchdog (
    input clk,
    input rst_n,
    input kick,
    output reg [2:0] left,
    output reg bitten
);
  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      left   <= 5;
      bitten <= 0;
    end else if (kick && !bitten) left <= 5;
    else if (left != 0) left <= left - 1;
    else bitten <= 1;

`ifdef FORMAL
  reg started = 0;
  always @(posedge clk) started <= 1;
  always @(*) if (!started) assume (!rst_n);
  always @(posedge clk)
    if (rst_n) begin
      range : assert (left <= 5);
      if (started && $past(rst_n) && $past(bitten)) for_good : assert (bitten);
      if (bitten) late : assert (left == 0);
    end
`endif
endmodule
