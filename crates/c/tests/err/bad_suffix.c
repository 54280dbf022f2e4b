int x = 12zz;
