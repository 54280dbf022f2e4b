struct B { unsigned a : 3, : 2, b : 1 + 1; int : 0; };
