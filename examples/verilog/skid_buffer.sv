// Why: valid and ready on both sides; what was offered stays until it is taken.
module skid_buffer (
    input clk,
    input reset,
    input in_valid,
    output in_ready,
    input [3:0] in_data,
    output out_valid,
    input out_ready,
    output [3:0] out_data
);
  reg full = 0;
  reg [3:0] kept;
  assign in_ready  = !full;
  assign out_valid = full || in_valid;
  assign out_data  = full ? kept : in_data;
  always @(posedge clk)
    if (reset) full <= 0;
    else if (in_valid && in_ready && !out_ready) begin
      full <= 1;
      kept <= in_data;
    end else if (out_ready) full <= 0;

`ifdef FORMAL
  reg started = 0;
  always @(posedge clk) started <= 1;
  always @(posedge clk)
    if (started && !$past(reset) && $past(out_valid && !out_ready)) begin
      stays : assert (out_valid);
      same : assert (out_data == $past(out_data));
    end
`endif
endmodule
