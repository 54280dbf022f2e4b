// Why: an invariant about all bits at once: the register never becomes zero.
module lfsr (
    input clk,
    input rst,
    input enable,
    output reg [4:0] state
);
  always @(posedge clk or posedge rst)
    if (rst) state <= 1;
    else if (enable) state <= {state[3:0], state[4] ^ state[2]};

`ifdef FORMAL
  reg started = 0;
  always @(posedge clk) started <= 1;
  always @(*) if (!started) assume (rst);
  always @(*) not_zero : assert (state != 0);
`endif
endmodule
