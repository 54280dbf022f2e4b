void f(void) { __asm__ volatile ("nop" : : : "memory"); }
