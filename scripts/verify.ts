import { open, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ContractError } from '../mock-api/contract/ContractError.ts';
import { loadContract } from '../mock-api/contract/load/loadContract.ts';
import { OptionError } from './command/OptionError.ts';
import { projectDirectory } from './paths.ts';
import { parseOptions, type VerifyOptions } from './verify/options.ts';
import { describePlan } from './verify/report/describePlan.ts';
import { harReport } from './verify/report/harReport.ts';
import { jsonReport } from './verify/report/jsonReport.ts';
import { junitReport } from './verify/report/junitReport.ts';
import { conforms, type Report, uniqueFailures } from './verify/report/report.ts';
import { showProgress } from './verify/report/showProgress.ts';
import { terminalReport } from './verify/report/terminalReport.ts';
import { UnreachableError } from './verify/send/UnreachableError.ts';
import { usage } from './verify/usage.ts';
import { planRun, verify } from './verify/verify.ts';

/** Resolves to the exit code. */
async function main(options: VerifyOptions | undefined): Promise<number> {
  if (!options) {
    console.log(usage);
    return 0;
  }
  const ownContract = relative(process.cwd(), join(projectDirectory, 'openapi.yaml'));
  const contract = await loadContract(options.contractFile ?? ownContract);
  const operationIds = contract.operations.map(({ id }) => id);
  requireOneOf('--only', options.only, operationIds);
  requireOneOf('--header and --cookie', [...options.operationHeaders.keys()], operationIds);
  const schemes = contract.operations.flatMap(({ security }) => security.flat());
  const schemeNames = [...new Set(schemes.map(({ name }) => name))];
  requireOneOf('--auth', [...options.auth.keys()], schemeNames);
  if (options.isDryRun) {
    console.log(describePlan(planRun(contract, options), options));
    return 0;
  }
  const reports = await openReports(options);
  const progress = showProgress(process.stderr);
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort());
  const report = await verify(contract, options, {
    onProgress: progress.update,
    signal: interruption.signal,
  }).finally(progress.end);
  console.log(terminalReport(report));
  await Promise.all(reports.map(({ file, write }) => writeFile(file, write(report))));
  if (uniqueFailures(report).length > 0) return 1;
  return conforms(report) ? 0 : 2;
}

/** @throws {OptionError} for the first name that is not in the list */
function requireOneOf(option: string, names: readonly string[], known: readonly string[]) {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new OptionError(`${option}: expected one of ${known.join(', ')}, got "${unknown}"`);
}

interface ReportFile {
  file: string;
  write(report: Report): string;
}

/**
 * The report files of the options. Each is opened, so that a file that cannot be written ends the run
 * before anything is sent.
 */
async function openReports(options: VerifyOptions): Promise<ReportFile[]> {
  const { junitFile, jsonFile, harFile } = options;
  const reports: ReportFile[] = [
    ...(junitFile === undefined ? [] : [{ file: junitFile, write: junitReport }]),
    ...(jsonFile === undefined ? [] : [{ file: jsonFile, write: jsonReport }]),
    ...(harFile === undefined
      ? []
      : [{ file: harFile, write: (report: Report) => harReport(report, options) }]),
  ];
  for (const { file } of reports) await (await open(file, 'a')).close();
  return reports;
}

try {
  process.exitCode = await main(parseOptions(process.argv.slice(2), process.env));
} catch (error) {
  process.exitCode = 2;
  console.error(describeError(error));
}

/** One sentence for an error that the user can fix, the whole error otherwise. */
function describeError(error: unknown): unknown {
  if (error instanceof OptionError) return `${error.message}. See --help.`;
  if (error instanceof UnreachableError) return error.message;
  if (error instanceof ContractError) return error.problems.join('\n');
  const isFileError = error instanceof Error && 'syscall' in error && 'path' in error;
  return isFileError ? `Could not write the report: ${error.message}` : error;
}
