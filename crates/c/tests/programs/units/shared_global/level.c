int level = 10;
void raise_level(void)
{
  level++;
}
