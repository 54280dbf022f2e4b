// Why: assumptions about the environment: a credit comes back only where one was given.
module credits (
    input clk,
    input reset,
    input request,
    input returned,
    output send,
    output reg [1:0] available
);
  initial available = 3;
  assign send = request && available != 0;
  always @(posedge clk)
    if (reset) available <= 3;
    else available <= available - send + returned;

`ifdef FORMAL
  reg [1:0] outside = 0;
  always @(posedge clk)
    if (reset) outside <= 0;
    else outside <= outside + send - returned;
  always @(posedge clk) no_gift : assume (!returned || outside != 0);
  always @(posedge clk) conserved : assert (available + outside == 3);
`endif
endmodule
