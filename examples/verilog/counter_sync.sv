// Why: the smallest design with a synchronous reset; registers have no initial value, so the reset has to be seen first.
module counter_sync (
    input clk,
    input reset,
    input enable,
    output reg [3:0] count
);
  always @(posedge clk)
    if (reset) count <= 0;
    else if (enable) count <= count == 9 ? 0 : count + 1;

`ifdef FORMAL
  reg started = 0;
  always @(posedge clk) started <= 1;
  always @(*) if (!started) assume (reset);
  always @(posedge clk)
    if (started) begin
      decimal : assert (count <= 9);
      if ($past(reset)) cleared : assert (count == 0);
      if (!$past(reset) && !$past(enable)) holds : assert (count == $past(count));
    end
`endif
endmodule
