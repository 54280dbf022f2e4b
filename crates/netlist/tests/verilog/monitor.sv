// No register reaches an output, so that nothing says which ones belong to the specification.
module monitor (
    input clk,
    input tick,
    output ready
);
  reg [1:0] phase = 0;
  reg started = 0;
  assign ready = tick;
  always @(posedge clk) begin
    started <= 1;
    if (tick && phase != 2) phase <= phase + 1;
  end
  bounded : assert property (!started || phase != 3);
endmodule
