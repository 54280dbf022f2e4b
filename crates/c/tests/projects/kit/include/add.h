int add(int a, int b);
void log_it(const char *text);
