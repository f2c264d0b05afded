import { appendFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Contract, isObject, loadContract, valueAt } from '../../mock-api/contract/index.ts';
import { projectDirectory } from '../build/paths.ts';
import { OptionError } from '../command/OptionError.ts';
import type { VerifyOptions } from './options.ts';
import { applyBaseline, readBaseline } from './report/baseline.ts';
import { describePlan } from './report/describePlan.ts';
import { jsonReport } from './report/jsonReport.ts';
import { junitReport } from './report/junitReport.ts';
import { conforms, uniqueFailures } from './report/report.ts';
import { showProgress } from './report/showProgress.ts';
import { annotations, terminalReport } from './report/terminalReport.ts';
import { planRun, verify } from './verify.ts';

/**
 * Runs the verifier, or plans a dry run, prints the report and writes the report files. Resolves to the
 * exit code.
 */
export async function runVerification(given: VerifyOptions): Promise<number> {
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
  const reports = await openReports(options);
  const progress = showProgress(process.stderr);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt);
  const { maxTimeMs } = options;
  const timer = Number.isFinite(maxTimeMs) ? setTimeout(interrupt, maxTimeMs) : undefined;
  const baseline =
    options.baselineFile === undefined ? [] : await readBaseline(options.baselineFile);
  const result = await verify(contract, options, {
    onProgress: progress.update,
    signal: interruption.signal,
  }).finally(progress.end);
  clearTimeout(timer);
  process.off('SIGINT', interrupt);
  const report = applyBaseline(result, baseline);
  console.log(terminalReport(report));
  if (options.annotates) console.log(annotations(report));
  await Promise.all(reports.map(({ file, write }) => writeFile(file, write(report))));
  if (uniqueFailures(report).length > 0) return 1;
  if (options.failOnInconclusive && report.untested.length > 0) return 2;
  return conforms(report) ? 0 : 2;
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
