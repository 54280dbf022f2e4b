// Why: an assertion that is known to be violated beside one that holds.
module pwm (
    input clk,
    input [2:0] duty,
    output reg out
);
  reg [2:0] phase = 0;
  initial out = 0;
  always @(posedge clk) begin
    phase <= phase + 1;
    out   <= phase < duty;
  end

`ifdef FORMAL
  reg started = 0;
  always @(posedge clk) started <= 1;
  always @(posedge clk) begin
    if (started && $past(duty) == 0) off : assert (!out);
    // Violated: a duty of 7 still leaves one phase in which the output is low.
    if (started && $past(duty) == 7) always_on : assert (out);
  end
`endif
endmodule
