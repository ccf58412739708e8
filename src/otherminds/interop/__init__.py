"""Other people's file formats and programs, a module each; import the module that you need."""
