// README.md adds the program that the import prints.
