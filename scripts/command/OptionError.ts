/** An error of the command line. The message names the option, the value and what was expected. */
export class OptionError extends Error {
  override name = 'OptionError';
}
