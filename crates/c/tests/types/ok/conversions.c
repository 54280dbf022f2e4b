// Promotions, the usual arithmetic conversions, and conversions of what is stored.
struct bits { unsigned low : 3; unsigned whole : 32; int sign : 4; };

long mix(char c, unsigned u, long l, float f, _Bool b, struct bits s)
{
    int sum = c + b;
    l = u + l;
    u = -1 < u;
    f = f * 2 + 1.0;
    sum <<= l;
    c += 1;
    c++;
    sum = s.low - s.whole;
    sum += s.low;
    b = f;
    sum = u > 3 ? c : l;
    sum = c ?: 7u;
    return ~c + !f + (short)u + 'a' + 0xffffffff + 2147483648 + 1ull;
}
