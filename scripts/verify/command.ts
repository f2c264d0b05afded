import { appendFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import {
  type Contract,
  ContractError,
  isObject,
  loadContract,
  valueAt,
} from '../../mock-api/contract/index.ts';
import { projectDirectory } from '../build/paths.ts';
import { OptionError } from '../command/OptionError.ts';
import { parseOptions, type VerifyOptions } from './options.ts';
import { applyBaseline, readBaseline, toBaseline } from './report/baseline.ts';
import { describePlan } from './report/describePlan.ts';
import { jsonReport } from './report/jsonReport.ts';
import { junitReport } from './report/junitReport.ts';
import { conforms, type Report, uniqueFailures } from './report/report.ts';
import { showProgress } from './report/showProgress.ts';
import { annotations, terminalReport } from './report/terminalReport.ts';
import { UnreachableError } from './send/describeSendError.ts';
import { planRun, verify } from './testBackend.ts';
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

/** Runs the verifier, or plans a dry run, prints the report and writes the report files. */
async function runVerification(given: VerifyOptions): Promise<number> {
  const ownContract = relative(process.cwd(), join(projectDirectory, 'openapi.yaml'));
  const contract = await loadContract(given.contractFile ?? ownContract);
  const operationIds = contract.operations.map(({ id }) => id);
  const options = { ...given, only: selectOperations(contract, given.only) };
  requireOneOf('--header', [...options.operationHeaders.keys()], operationIds);
  const schemes = contract.operations.flatMap(({ security }) => security.flat());
  const schemeNames = [...new Set(schemes.map(({ name }) => name))];
  requireOneOf('--auth', [...options.auth.keys()], schemeNames);
  if (options.isDryRun) {
    console.log(describePlan(planRun(contract, options), options));
    return 0;
  }
  const { baselineFile, newBaselineFile, annotates, failOnInconclusive } = options;
  const baseline = baselineFile === undefined ? [] : await readBaseline(baselineFile);
  const reports = await openReports(options);
  const result = await verifyInterruptibly(contract, options);
  if (newBaselineFile !== undefined) await writeFile(newBaselineFile, toBaseline(result));
  const report = applyBaseline(result, baseline);
  console.log(terminalReport(report));
  if (annotates) console.log(annotations(report));
  await Promise.all(reports.map(({ file, write }) => writeFile(file, write(report))));
  if (uniqueFailures(report).length > 0) return 1;
  if (failOnInconclusive && report.untested.length > 0) return 2;
  return conforms(report) ? 0 : 2;
}

/** Shows the progress. Ctrl+C and the end of `--max-time` end the run with a report of the results so far. */
async function verifyInterruptibly(contract: Contract, options: VerifyOptions): Promise<Report> {
  const { maxTimeMs } = options;
  const progress = showProgress(process.stderr);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt);
  const timer = Number.isFinite(maxTimeMs) ? setTimeout(interrupt, maxTimeMs) : undefined;
  try {
    const { signal } = interruption;
    return await verify(contract, options, { onProgress: progress.update, signal });
  } finally {
    progress.end();
    clearTimeout(timer);
    process.off('SIGINT', interrupt);
  }
}

/**
 * The ids of the operations that `--only` names: by id, `tag:NAME`, method, or path with `*` for any text.
 * @throws {OptionError} if one names no operation
 */
function selectOperations(contract: Contract, only: readonly string[]): string[] {
  const { operations, document } = contract;
  const ids = operations.map(({ id }) => id);
  return only.flatMap((selector) => {
    const pattern = selector.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '.*');
    const selected = operations.filter(({ id, method, path, pointer }) => {
      const definition = valueAt(document, pointer);
      const tags = isObject(definition) && Array.isArray(definition.tags) ? definition.tags : [];
      const names = [id, method, ...tags.map((tag) => `tag:${tag}`)];
      return names.includes(selector) || new RegExp(`^${pattern}$`).test(path);
    });
    if (selected.length === 0) requireOneOf('--only', [selector], ids);
    return selected.map(({ id }) => id);
  });
}

/** @throws {OptionError} for the first name that is not in the list */
function requireOneOf(option: string, names: readonly string[], allowed: readonly string[]) {
  const other = names.find((name) => !allowed.includes(name));
  if (other === undefined) return;
  throw new OptionError(`${option}: expected one of ${allowed.join(', ')}, got "${other}"`);
}

/**
 * The report files of the options. Each is opened, so that a file that cannot be written ends the run
 * before anything is sent.
 */
async function openReports({ junitFile, jsonFile }: VerifyOptions) {
  const given = [
    { file: junitFile, write: junitReport },
    { file: jsonFile, write: jsonReport },
  ];
  const reports = given.flatMap(({ file, write }) => (file === undefined ? [] : { file, write }));
  for (const { file } of reports) await appendFile(file, '');
  return reports;
}

/** One sentence for an error that the user can fix, the whole error otherwise. */
function describeError(error: unknown): unknown {
  if (error instanceof OptionError) return `${error.message}. See --help.`;
  if (error instanceof UnreachableError) return error.message;
  if (error instanceof ContractError) return error.problems.join('\n');
  const isFileError = error instanceof Error && 'syscall' in error && 'path' in error;
  return isFileError ? `Could not open a file: ${error.message}` : error;
}
