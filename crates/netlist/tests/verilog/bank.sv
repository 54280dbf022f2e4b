// Instances, an asynchronous reset and a memory that is read through a register.
module store #(
    parameter WIDTH = 4
) (
    input clk,
    input [1:0] at,
    input [WIDTH-1:0] data,
    input write,
    output reg [WIDTH-1:0] last
);
  reg [WIDTH-1:0] cells[0:3];
  integer i;
  initial for (i = 0; i < 4; i = i + 1) cells[i] = i;
  always @(posedge clk) begin
    if (write) cells[at] <= data;
    last <= cells[at];
  end
endmodule

module bank (
    input clk,
    input nreset,
    input [1:0] at,
    input [3:0] data,
    input write,
    output [3:0] left,
    output [3:0] right,
    output reg [3:0] writes
);
  store #(
      .WIDTH(4)
  ) a (
      .clk(clk),
      .at(at),
      .data(data),
      .write(write),
      .last(left)
  );
  store #(
      .WIDTH(4)
  ) b (
      .clk(clk),
      .at(at),
      .data(data),
      .write(write),
      .last(right)
  );
  always @(posedge clk or negedge nreset)
    if (!nreset) writes <= 0;
    else if (write) writes <= writes + 1;

`ifdef FORMAL
  reg started = 0;
  always @(posedge clk) started <= 1;
  always @(*) if (started) same : assert (left == right);
  always @(*) assume (nreset || !write);
`endif
endmodule
