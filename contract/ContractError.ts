import { printable } from './printable.ts';

/** An error for an unusable file. Each problem is a sentence that begins with `file:line` or an option. */
export class ContractError extends Error {
  override name = 'ContractError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    const lines = problems.map(printable);
    super(lines.join('\n'), options);
    this.problems = lines;
  }
}

/** A function that creates the error for an unusable part of the contract. The message is a sentence. */
export type CreateError = (pointer: string, message: string, options?: ErrorOptions) => Error;
