// Why: an asynchronous reset, active low, that acts at once on whatever reads the register.
module counter_async (
    input clk,
    input rst_n,
    input up,
    output reg [2:0] level
);
  always @(posedge clk or negedge rst_n)
    if (!rst_n) level <= 0;
    else if (up && level != 7) level <= level + 1;
    else if (!up && level != 0) level <= level - 1;

`ifdef FORMAL
  reg started = 0;
  always @(posedge clk) started <= 1;
  always @(*) if (!started) assume (!rst_n);
  always @(*) if (!rst_n) at_once : assert (level == 0);
  always @(posedge clk)
    if (started && rst_n && $past(rst_n)) begin
      near : assert (level <= $past(level) + 1 && level + 1 >= $past(level));
      if ($past(up)) no_fall : assert (level >= $past(level));
    end
`endif
endmodule
