// Why: a queue with a memory and a synchronous reset; the order of one chosen word is followed.
module fifo_sync #(
    parameter WIDTH = 2,
    parameter LOG2  = 2
) (
    input clk,
    input reset,
    input push,
    input pop,
    input [WIDTH-1:0] in,
    output [WIDTH-1:0] out,
    output full,
    output empty
);
  reg [WIDTH-1:0] mem[0:(1<<LOG2)-1];
  reg [LOG2:0] head = 0, tail = 0;
  wire [LOG2:0] used = tail - head;
  assign full  = used == 1 << LOG2;
  assign empty = used == 0;
  assign out   = mem[head[LOG2-1:0]];

  always @(posedge clk)
    if (reset) begin
      head <= 0;
      tail <= 0;
    end else begin
      if (push && !full) begin
        mem[tail[LOG2-1:0]] <= in;
        tail <= tail + 1;
      end
      if (pop && !empty) head <= head + 1;
    end

`ifdef FORMAL
  always @(posedge clk) begin
    bounded : assert (used <= 1 << LOG2);
    apart : assert (!(full && empty));
  end
`endif
endmodule
