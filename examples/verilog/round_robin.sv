// Why: an arbiter that assigns to single bits of a register, and a turn that passes on.
module round_robin (
    input clk,
    input reset,
    input [2:0] request,
    output reg [2:0] grant
);
  reg [1:0] last = 0;
  wire [1:0] first = last == 2 ? 0 : last + 1;
  wire [1:0] second = first == 2 ? 0 : first + 1;
  initial grant = 0;
  always @(posedge clk)
    if (reset) begin
      grant <= 0;
      last  <= 0;
    end else begin
      grant <= 0;
      if (request[first]) begin
        grant[first] <= 1;
        last <= first;
      end else if (request[second]) begin
        grant[second] <= 1;
        last <= second;
      end else if (request[last]) grant[last] <= 1;
    end

`ifdef FORMAL
  reg started = 0;
  always @(posedge clk) started <= 1;
  always @(posedge clk) begin
    one_hot : assert ((grant & (grant - 1)) == 0);
    known : assert (last != 3);
    if (started && $past(!reset && request != 0)) served : assert (grant != 0);
    if (started && $past(!reset && request == 7)) passes_on : assert (last == $past(first));
  end
`endif
endmodule
