`define PERIOD 3
`ifdef SHORT
`define LAST 4'd2
`else
`define LAST 4'd9
`endif
