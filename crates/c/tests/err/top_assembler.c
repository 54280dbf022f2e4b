__asm__("nop");
