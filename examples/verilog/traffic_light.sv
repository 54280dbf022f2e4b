// Why: a state machine in a case statement with a timer.
module traffic_light (
    input clk,
    input reset,
    input car,
    output reg [1:0] main_light,
    output reg [1:0] side_light
);
  localparam RED = 0, YELLOW = 1, GREEN = 2;
  reg [1:0] state = 0;
  reg [1:0] timer = 0;
  always @(posedge clk)
    if (reset) begin
      state <= 0;
      timer <= 0;
    end else
      case (state)
        0: if (car) state <= 1;
        1: begin
          state <= 2;
          timer <= 0;
        end
        2: begin
          timer <= timer + 1;
          if (timer == 3 || !car) state <= 3;
        end
        3: state <= 0;
      endcase
  always @(*) begin
    main_light = state == 0 ? GREEN : state == 1 ? YELLOW : RED;
    side_light = state == 2 ? GREEN : state == 3 ? YELLOW : RED;
  end

`ifdef FORMAL
  always @(*) never_both : assert (main_light == RED || side_light == RED);
  reg started = 0;
  always @(posedge clk) started <= 1;
  always @(posedge clk)
    if (started && !$past(reset) && $past(main_light) == GREEN && main_light != GREEN)
      by_yellow : assert (main_light == YELLOW);
`endif
endmodule
