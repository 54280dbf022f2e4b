// A pump that fills a tank of four litres: it starts when the tank is low and stops when it is full.
module pump(input clk, input rst, input drain, output reg on, output full, output reg [2:0] litres);
  wire low = litres < 3'd2;
  assign full = litres >= 3'd4;
  always @(posedge clk)
    if (rst) begin
      litres <= 3'd0;
      on <= 1'b0;
    end else begin
      on <= low | (on & !full);
      litres <= litres + (on & !full) - (drain & litres != 0);
    end
  initial begin litres = 0; on = 0; end
  always @(posedge clk) begin
    never_over: assert (litres <= 3'd4);
    stops: assert (litres < 3'd5 || !on);
    never_full: assert (!full);
  end
endmodule
