int x = ();
