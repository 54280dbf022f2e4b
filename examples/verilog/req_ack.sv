// Why: two modules in one file, the top first; a four-phase handshake between two state machines.
module req_ack (
    input clk,
    input reset,
    input start,
    input done,
    output request,
    output acknowledge
);
  asker asking (
      .clk(clk),
      .reset(reset),
      .start(start),
      .acknowledge(acknowledge),
      .request(request)
  );
  answerer answering (
      .clk(clk),
      .reset(reset),
      .done(done),
      .request(request),
      .acknowledge(acknowledge)
  );

`ifdef FORMAL
  reg started = 0;
  always @(posedge clk) started <= 1;
  always @(posedge clk)
    if (started && !$past(reset) && !reset) begin
      if ($past(request && !acknowledge)) request_stays : assert (request);
      if ($past(!acknowledge) && acknowledge) only_if_asked : assert ($past(request));
    end
`endif
endmodule

module asker (
    input clk,
    input reset,
    input start,
    input acknowledge,
    output reg request
);
  initial request = 0;
  always @(posedge clk)
    if (reset) request <= 0;
    else if (!request) request <= start && !acknowledge;
    else if (acknowledge) request <= 0;
endmodule

module answerer (
    input clk,
    input reset,
    input done,
    input request,
    output reg acknowledge
);
  initial acknowledge = 0;
  always @(posedge clk)
    if (reset) acknowledge <= 0;
    else if (request && done) acknowledge <= 1;
    else if (!request) acknowledge <= 0;
endmodule
