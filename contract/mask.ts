/** The text that replaces a value that must not be printed or recorded. */
export const mask = '•••';
