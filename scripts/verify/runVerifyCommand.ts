import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Contract, ContractError, loadContract } from '#contract';
import {
  createReport,
  exitCodeOf,
  InputError,
  readBaseline,
  TargetError,
  terminalReport,
  toBaseline,
  verify,
} from '#verifier';
import { projectDirectory } from '../build/paths.ts';
import { OptionError } from '../command/OptionError.ts';
import { type CommandOptions, parseOptions } from './parseOptions.ts';
import { usage } from './usage.ts';

/** Runs `npm run verify` with its arguments. Resolves to the exit code. */
export async function runVerifyCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    const options = parseOptions(args, env);
    if (options) return await runVerification(options);

    console.log(usage);
    return 0;
  } catch (error) {
    console.error(describeError(error));
    return 2;
  }
}

/** Runs the verifier, prints the report and writes the new baseline. */
async function runVerification(options: CommandOptions): Promise<number> {
  const ownContract = relative(process.cwd(), join(projectDirectory, 'openapi.yaml'));
  const contract = await loadContract(options.contractFile ?? ownContract);
  requireOperations(contract, options.only);
  const { baselineFile, newBaselineFile } = options;
  const baseline = baselineFile === undefined ? [] : await readBaseline(baselineFile);
  // A file that cannot be written ends the run before anything is sent.
  if (newBaselineFile !== undefined) await writeFile(newBaselineFile, '', { flag: 'a' });

  const run = await verify({ ...options, contract, onProgress: showProgress });
  const report = createReport(run, { ...options, contract }, baseline);
  if (newBaselineFile !== undefined) {
    const { failures } = createReport(run, { ...options, contract });
    await writeFile(newBaselineFile, toBaseline(run, failures));
  }
  console.log(terminalReport(report));
  return exitCodeOf(report);
}

const requestsPerLine = 100;

function showProgress(sentCount: number): void {
  if (sentCount % requestsPerLine === 0) process.stderr.write(`${sentCount} requests sent\n`);
}

/**
 * Checks that every id of `--only` is an operation of the contract.
 * @throws {OptionError} for the first that is not
 */
function requireOperations({ operations }: Contract, only: readonly string[]) {
  const ids = operations.map(({ id }) => id);
  const other = only.find((id) => !ids.includes(id));
  if (other === undefined) return;

  throw new OptionError(`--only: expected one of ${ids.join(', ')}, got "${other}"`);
}

/** Returns one sentence for an error that the user can fix, and any other error as it is. */
function describeError(error: unknown): unknown {
  if (error instanceof OptionError || error instanceof InputError) {
    return `${error.message}. See --help.`;
  }
  if (error instanceof TargetError) return error.message;
  if (error instanceof ContractError) return error.problems.join('\n');

  const isFileError = error instanceof Error && 'syscall' in error && 'path' in error;
  return isFileError ? `Could not open a file: ${error.message}` : error;
}
