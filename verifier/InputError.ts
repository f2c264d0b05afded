/** An error in an option or a file of the user. The message names the option and what was expected. */
export class InputError extends Error {
  override name = 'InputError';
}
