const char *name = NAME;
