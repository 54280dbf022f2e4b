int f(int n)
{
    break;
    continue;
    case 3: ;
    switch (n) { case 1: case 2: case 1 ... 4: ; default: default: ; }
    switch (n) { case n: ; }
    switch (1.5) { }
    twice: twice: ;
    return;
}
