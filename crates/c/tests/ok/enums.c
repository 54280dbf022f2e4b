enum E { A, B = 2, C = A + B, };
enum E e = B;
enum { D };
