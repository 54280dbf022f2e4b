// What can be changed in expressions, choices and registers, and a register that only an assertion reads.
module phrases(input clk, input rst, input [3:0] a, input en, output reg [3:0] y);
  reg [3:0] cnt = 0;
  reg f_past_valid = 0;
  wire [3:0] nx = en ? cnt + 1 : cnt;
  wire small = a < 4'd7 & en | rst;
  always @(posedge clk) f_past_valid <= 1;
  always @(posedge clk)
    if (rst) cnt <= 0;
    else if (cnt < 9) cnt <= nx;
    else cnt <= 0;
  always @(posedge clk)
    case (a)
      0: y <= cnt;
      3: y <= cnt - a;
      default: if (small) y <= y | a;
    endcase
`ifdef FORMAL
  always @(posedge clk) begin
    low: assert (cnt <= 9);
    if (f_past_valid && $past(rst)) zero: assert (cnt == 0);
  end
`endif
endmodule
