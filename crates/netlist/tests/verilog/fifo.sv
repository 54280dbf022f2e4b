// A queue of four nibbles in a memory.
module fifo (
    input clk,
    input reset,
    input push,
    input pop,
    input [3:0] data_in,
    output [3:0] data_out
);
  reg [3:0] mem[0:3];
  reg [1:0] head, tail;
  reg [2:0] count;
  reg started = 0;

  wire full = count == 4;
  wire empty = count == 0;
  wire pushes = push && !full;
  wire pops = pop && !empty;

  always @(posedge clk) begin
    started <= 1;
    if (reset) begin
      head  <= 0;
      tail  <= 0;
      count <= 0;
    end else begin
      if (pushes) begin
        mem[tail] <= data_in;
        tail <= tail + 1;
      end
      if (pops) head <= head + 1;
      count <= count + pushes - pops;
    end
  end
  assign data_out = mem[head];

`ifdef FORMAL
  always @(*) if (!started) assume (reset);
  always @(posedge clk)
    if (started) begin
      bounded : assert (count <= 4);
      distance : assert (count[1:0] == tail - head);
      assert (!(full && empty));
    end
`endif
endmodule
