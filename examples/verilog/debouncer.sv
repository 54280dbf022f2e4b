// Why: a negative edge as the clock of everything, assertions too.
module debouncer (
    input clk,
    input button,
    output reg pressed
);
  reg [1:0] same = 0;
  initial pressed = 0;
  always @(negedge clk)
    if (button == pressed) same <= 0;
    else if (same == 2) begin
      pressed <= button;
      same <= 0;
    end else same <= same + 1;

`ifdef FORMAL
  reg started = 0;
  always @(negedge clk) started <= 1;
  always @(negedge clk) begin
    counts : assert (same <= 2);
    if (started && pressed != $past(pressed)) by_button : assert (pressed == $past(button));
  end
`endif
endmodule
