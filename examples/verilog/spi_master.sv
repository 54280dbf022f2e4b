// Why: a state machine that drives a clock of its own as data.
module spi_master (
    input clk,
    input reset,
    input start,
    input [2:0] data,
    output reg sclk,
    output reg select,
    output mosi
);
  reg [2:0] shift = 0;
  reg [1:0] left = 0;
  initial sclk = 0;
  initial select = 0;
  assign mosi = shift[2];
  always @(posedge clk)
    if (reset) begin
      select <= 0;
      sclk   <= 0;
      left   <= 0;
    end else if (!select) begin
      if (start) begin
        select <= 1;
        shift  <= data;
        left   <= 3;
      end
    end else if (!sclk) begin
      if (left == 0) select <= 0;
      else sclk <= 1;
    end else begin
      sclk  <= 0;
      shift <= {shift[1:0], 1'b0};
      left  <= left - 1;
    end

`ifdef FORMAL
  reg started = 0;
  always @(posedge clk) started <= 1;
  always @(posedge clk) begin
    if (!select) quiet : assert (!sclk);
    if (sclk) some_left : assert (left != 0);
    if (started && !$past(reset) && $past(sclk)) falls : assert (!sclk);
  end
`endif
endmodule
