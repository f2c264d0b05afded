import { ContractError } from '../../mock-api/contract/index.ts';
import { OptionError } from '../command/OptionError.ts';
import { parseOptions } from './options.ts';
import { UnreachableError } from './send/describeSendError.ts';
import { usage } from './usage.ts';

/** Runs `npm run verify` with its arguments. Resolves to the exit code. */
export async function runVerifyCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    const options = parseOptions(args, env);
    if (options) {
      // Loaded last, so that the help and errors of options appear at once.
      const { runVerification } = await import('./runVerification.ts');
      return await runVerification(options);
    }
    console.log(usage);
    return 0;
  } catch (error) {
    console.error(describeError(error));
    return 2;
  }
}

/** One sentence for an error that the user can fix, the whole error otherwise. */
function describeError(error: unknown): unknown {
  if (error instanceof OptionError) return `${error.message}. See --help.`;
  if (error instanceof UnreachableError) return error.message;
  if (error instanceof ContractError) return error.problems.join('\n');
  const isFileError = error instanceof Error && 'syscall' in error && 'path' in error;
  return isFileError ? `Could not open a file: ${error.message}` : error;
}
