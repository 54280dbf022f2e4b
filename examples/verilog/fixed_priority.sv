// Why: a parameter and a generate loop over the clients.
module fixed_priority #(
    parameter N = 4
) (
    input clk,
    input [N-1:0] request,
    output reg [N-1:0] grant
);
  wire [N-1:0] chosen;
  assign chosen[0] = request[0];
  genvar i;
  generate
    for (i = 1; i < N; i = i + 1) begin : client
      assign chosen[i] = request[i] && request[i-1:0] == 0;
    end
  endgenerate
  initial grant = 0;
  always @(posedge clk) grant <= chosen;

`ifdef FORMAL
  reg started = 0;
  always @(posedge clk) started <= 1;
  always @(posedge clk) begin
    one_hot : assert ((grant & (grant - 1)) == 0);
    if (started && $past(request[0])) first : assert (grant == 1);
    if (started && $past(request != 0)) served : assert (grant != 0);
  end
`endif
endmodule
