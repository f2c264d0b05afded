/** The port on which the host listens if `PORT` is not set. */
export const defaultPort = 3000;
