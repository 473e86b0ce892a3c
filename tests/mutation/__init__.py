"""How many changes to the ordering loop and to the certificate's checker the tests notice."""
