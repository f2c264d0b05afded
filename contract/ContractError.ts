import { printable } from './printable.ts';

/** Thrown for an unusable file. Each problem is a sentence that begins with `file:line` or an option. */
export class ContractError extends Error {
  override name = 'ContractError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    const lines = problems.map(printable);
    super(lines.join('\n'), options);
    this.problems = lines;
  }
}

/** Creates the error for a part of the contract that cannot be used. The message is a sentence. */
export type CreateError = (pointer: string, message: string, options?: ErrorOptions) => Error;
