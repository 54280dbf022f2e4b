// Lengths that are known at run time live in hidden locals.
unsigned long lengths(int n, int m, int grid[n][m])
{
    int row[n], square[n][m + 1];
    typedef char buffer[n];
    buffer b;
    int (*p)[m] = grid;
    row[0] = square[1][2] = p[1][0] = grid[0][1];
    return sizeof row + sizeof square[0] + sizeof(int[m]) + sizeof b;
}
