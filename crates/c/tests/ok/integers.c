int a = 0, b = 07, c = 0x1fUL, d = 0b101, e = 10llu;
