import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Contract, ContractError, loadContract } from '../contract/index.ts';
import { projectDirectory } from '../scripts/build/paths.ts';
import { OptionError } from '../scripts/command/OptionError.ts';
import { parseOptions, type VerifyOptions } from './options.ts';
import { applyBaseline, readBaseline, toBaseline } from './report/baseline.ts';
import { describePlan } from './report/describePlan.ts';
import { junitReport, unfinishedJunitReport } from './report/junitReport.ts';
import { isComplete, type Report, uniqueFailures } from './report/report.ts';
import { terminalReport } from './report/terminalReport.ts';
import { UnreachableError } from './send/describeSendError.ts';
import { usage } from './usage.ts';
import { createSecrets, planRun, verifyBackend } from './verifyBackend.ts';

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

/** Runs the verifier, or plans a dry run, prints the report and writes the report files. */
async function runVerification(options: VerifyOptions): Promise<number> {
  const ownContract = relative(process.cwd(), join(projectDirectory, 'openapi.yaml'));
  const contract = await loadContract(options.contractFile ?? ownContract);
  requireOperations(contract, options.only);
  if (options.isDryRun) {
    console.log(describePlan(planRun(contract, options), options, createSecrets(options)));
    return 0;
  }
  const { baselineFile, newBaselineFile, failOnInconclusive, junitFile } = options;
  const baseline = baselineFile === undefined ? [] : await readBaseline(baselineFile);
  // A file that cannot be written ends the run before anything is sent.
  if (junitFile !== undefined) await writeFile(junitFile, unfinishedJunitReport(contract));
  const result = await verifyInterruptibly(contract, options);
  if (newBaselineFile !== undefined) await writeFile(newBaselineFile, toBaseline(result));
  const report = applyBaseline(result, baseline);
  console.log(terminalReport(report));
  if (junitFile !== undefined) await writeFile(junitFile, junitReport(report));
  if (uniqueFailures(report).length > 0) return 1;
  if (failOnInconclusive && report.untested.length > 0) return 2;

  return isComplete(report) ? 0 : 2;
}

const requestsPerLine = 100;

/** Shows the progress. Ctrl+C ends the run with a report of the results so far. */
async function verifyInterruptibly(contract: Contract, options: VerifyOptions): Promise<Report> {
  const onProgress = (sentCount: number) => {
    if (sentCount % requestsPerLine === 0) process.stderr.write(`${sentCount} requests sent\n`);
  };
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt);
  try {
    const { signal } = interruption;
    return await verifyBackend(contract, options, { onProgress, signal });
  } finally {
    process.off('SIGINT', interrupt);
  }
}

/** @throws {OptionError} for the first id that is no operation's */
function requireOperations({ operations }: Contract, only: readonly string[]) {
  const ids = operations.map(({ id }) => id);
  const other = only.find((id) => !ids.includes(id));
  if (other === undefined) return;

  throw new OptionError(`--only: expected one of ${ids.join(', ')}, got "${other}"`);
}

/** One sentence for an error that the user can fix, the whole error otherwise. */
function describeError(error: unknown): unknown {
  if (error instanceof OptionError) return `${error.message}. See --help.`;
  if (error instanceof UnreachableError) return error.message;
  if (error instanceof ContractError) return error.problems.join('\n');

  const isFileError = error instanceof Error && 'syscall' in error && 'path' in error;
  return isFileError ? `Could not open a file: ${error.message}` : error;
}
