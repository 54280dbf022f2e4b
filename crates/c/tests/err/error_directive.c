int x;
#error stop here
