"""The commands, a module for each subject. Heavy imports wait until a command runs."""
