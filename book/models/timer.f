// What belongs to the timer; `assay cover -F timer.f`
timer.sv
prescaler.sv
