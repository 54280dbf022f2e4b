// Arrays of variable length, several dimensions, strings, parameters.
#include <stdio.h>
#include <string.h>

static int trace(int n, int m[n][n]) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += m[i][i];
    return sum;
}

static int vla(int n) {
    int a[n], b[n][n + 1], total = 0;
    for (int i = 0; i < n; i++) {
        a[i] = i * i;
        for (int j = 0; j <= n; j++)
            b[i][j] = i - j;
    }
    for (int i = 0; i < n; i++)
        total += a[i] + b[i][n];
    return total * 1000 + (int)sizeof a + (int)sizeof b[0];
}

static char text[] = "static", big[10] = "big";
static int cube[2][3][4];

int main(void) {
    for (int n = 1; n < 5; n++)
        printf("%d ", vla(n));
    int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    printf("%d %d\n", trace(3, m), *(*(m + 1) + 2));
    int k = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int l = 0; l < 4; l++)
                cube[i][j][l] = k++;
    int *flat = &cube[0][0][0];
    printf("%d %d %zu %zu\n", flat[17], cube[1][1][1], sizeof cube, sizeof cube[0]);
    char local[] = {'a', 'b', 0, 'c'};
    text[0] = 'S';
    strcat(big, "ger");
    printf("%s %s %s %zu %zu %d\n", text, big, local, strlen(local), sizeof local, big[9]);
    int sparse[10] = {[3] = 5, 6, [9] = 1};
    int s = 0;
    for (int i = 0; i < 10; i++)
        s = s * 2 + sparse[i];
    int(*row)[3] = m;
    row++;
    printf("%d %d %c %d\n", s, (*row)[1], "hello"[1], 2[m][1]);
    int i = 0, a[4] = {0};
    a[i++] = 5;
    a[i++] += 6;
    a[++i] = a[0] + a[1];
    return a[3] + i;
}
