/** A reason not to start that a person can act on: its message is a sentence, not a stack trace. */
export class StartupFault extends Error {
  override name = 'StartupFault';
}
