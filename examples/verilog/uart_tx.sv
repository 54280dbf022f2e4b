// Why: a transmitter with a baud counter, a bit counter and a shift register.
module uart_tx #(
    parameter DIVIDER = 3
) (
    input clk,
    input reset,
    input send,
    input [3:0] data,
    output reg line,
    output busy
);
  reg [1:0] baud = 0;
  reg [2:0] left = 0;
  reg [4:0] shift = 5'h1f;
  initial line = 1;
  assign busy = left != 0;
  always @(posedge clk)
    if (reset) begin
      baud <= 0;
      left <= 0;
      line <= 1;
    end else if (!busy) begin
      line <= 1;
      if (send) begin
        shift <= {1'b1, data};
        left  <= 6;
        baud  <= 0;
        line  <= 0;
      end
    end else if (baud == DIVIDER - 1) begin
      baud  <= 0;
      left  <= left - 1;
      line  <= left == 1 ? 1'b1 : shift[0];
      shift <= {1'b1, shift[4:1]};
    end else baud <= baud + 1;

`ifdef FORMAL
  reg started = 0;
  always @(posedge clk) started <= 1;
  always @(posedge clk) begin
    bits_left : assert (left <= 6);
    baud_runs : assert (baud < DIVIDER);
    if (started && !$past(reset) && $past(!busy && !send)) idle_is_high : assert (line);
    if (started && !$past(reset) && $past(!busy && send)) start_bit : assert (!line && busy);
  end
`endif
endmodule
