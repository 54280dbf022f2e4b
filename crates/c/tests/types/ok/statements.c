// Loops are numbered by where they end, a jump back counts too. Labels in a row are one.
int run(int n)
{
    int total = 0;
    for (int i = 0; i < n; i++) {
        while (total) total--;
        do { if (n) continue; else break; } while (n > 1);
    }
again:
    if (n-- > 0) goto again;
    while (1) { break; }
    switch (n) {
    case 1: case 3 ... 5: total = 1; break;
    case 'a': { case 7: total = 2; }
    default: total = ({ int t = n; t * 2; });
    }
    switch ((char)n) case -1: return 4;
    goto end;
end:
    return total;
}
