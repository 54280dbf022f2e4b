// A counter that starts again at a limit which the environment chooses once.
module chosen (
    input clk,
    output reg [3:0] count
);
  wire [3:0] limit = $anyconst;
  wire [3:0] other = $anyconst;
  initial count = 0;
  always @(posedge clk) count <= count == limit ? 0 : count + 1;
  always @* begin
    assume (limit < 6);
    assume (other == limit);
    below : assert (count <= other);
  end
endmodule
