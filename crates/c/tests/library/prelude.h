/* What models may use without declaring it. */
void __CPROVER_assume(_Bool condition);
void __CPROVER_precondition(_Bool condition, const char *text);
