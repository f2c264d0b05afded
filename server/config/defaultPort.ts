/** The port without PORT. */
export const defaultPort = 3000;
