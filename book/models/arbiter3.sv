// Two clients share a bus. The one that waited longer goes first, and a grant lasts until it is returned.
module arbiter (
    input clk,
    input reset,
    input [1:0] request,
    input done,
    output reg [1:0] grant,
    output reg [2:0] served
);
  reg busy = 0;
  reg turn = 0;
  initial grant = 0;
  initial served = 0;

  wire mine = request[turn];
  wire other = request[!turn];

  always @(posedge clk)
    if (reset) begin
      busy  <= 0;
      grant <= 0;
    end else if (!busy) begin
      if (mine || other) begin
        busy  <= 1;
        grant <= (mine ? turn : !turn) ? 2'b10 : 2'b01;
        turn  <= mine ? !turn : turn;
      end
    end else if (done) begin
      busy   <= 0;
      grant  <= 0;
      served <= served + 1;
    end

`ifdef FORMAL
  always @(posedge clk) begin
    exclusive : assert (grant != 2'b11);
    idle_is_free : assert (busy || grant == 0);
    busy_is_granted : assert (!busy || grant != 0);
  end
`endif
endmodule
