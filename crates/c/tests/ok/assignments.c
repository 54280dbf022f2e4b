void f(int a, int b) { a = b = 1; a += b -= 2; a *= 1; a /= 1; a %= 1; a <<= 1; a >>= 1; a &= 1; a ^= 1; a |= 1; }
