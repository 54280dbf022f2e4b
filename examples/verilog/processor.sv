// Why: a small processor: an accumulator, a program counter, four registers and a carry; hierarchy with an ALU.
module processor (
    input clk,
    input rst_n,
    input [5:0] instruction,
    output reg [2:0] pc,
    output reg [2:0] acc,
    output reg carry
);
  reg [2:0] file[0:3];
  wire [1:0] op = instruction[5:4];
  wire [1:0] at = instruction[3:2];
  wire [2:0] result;
  wire overflow;
  alu unit (
      .subtract(instruction[1]),
      .a(acc),
      .b(file[at]),
      .y(result),
      .carry(overflow)
  );
  always @(posedge clk) if (rst_n && op == 2'b01) file[at] <= acc;
  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      pc <= 0;
      acc <= 0;
      carry <= 0;
    end else begin
      pc <= pc + 1;
      case (op)
        2'b00: acc <= file[at];
        2'b10: {carry, acc} <= {overflow, result};
        2'b11: if (acc == 0) pc <= instruction[2:0];
        default: ;
      endcase
    end

`ifdef FORMAL
  reg started = 0;
  always @(posedge clk) started <= 1;
  always @(*) if (!started) assume (!rst_n);
  always @(*) if (!rst_n) from_zero : assert (pc == 0 && acc == 0);
  always @(posedge clk)
    if (started && rst_n && $past(rst_n)) begin
      if ($past(op != 2'b11)) goes_on : assert (pc == $past(pc) + 3'd1);
      if ($past(op == 2'b11)) keeps : assert (acc == $past(acc));
      if ($past(op == 2'b00)) loads : assert (acc == $past(file[at]));
    end
`endif
endmodule

module alu (
    input subtract,
    input [2:0] a,
    input [2:0] b,
    output [2:0] y,
    output carry
);
  assign {carry, y} = subtract ? {1'b0, a} - {1'b0, b} : {1'b0, a} + {1'b0, b};
endmodule
