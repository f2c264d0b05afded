import { printable } from '../../../mock-api/contract/index.ts';
import type { CaseResult } from '../evaluate/caseResult.ts';
import { isEvidence } from '../evaluate/findUntested.ts';
import type { SkippedCase } from '../plan/testCase.ts';
import { type Report, type UniqueFailure, uniqueFailures } from './report.ts';

const maxListed = 3;

/** The report for a terminal. */
export function terminalReport(report: Report): string {
  const { contract, results, skipped, warnings, url, durationMs } = report;
  const failures = uniqueFailures(report);
  const conclusion = describeConclusion(report, failures.length);
  const seconds = (durationMs / 1000).toFixed(1);
  return printable(
    [
      `${contract.title} ${contract.version} (${contract.file}) against ${url}`,
      ...(contract.operations.length > 0 ? [operationTable(report)] : []),
      ...failures.map((failure, i) => describeFailure(report, failure, i + 1)),
      ...(skipped.length > 0 ? [describeSkipped(skipped)] : []),
      ...warnings.map((warning) => `Warning: ${warning}`),
      `${conclusion}: ${describeCounts(results, skipped)} (${seconds} s).${describeUntested(report)}`,
    ].join('\n\n'),
  );
}

function describeConclusion({ results, isInterrupted }: Report, failureCount: number): string {
  const scope = isInterrupted ? ' so far (interrupted)' : '';
  if (!results.some(isEvidence)) return `Nothing was tested${scope}`;
  if (failureCount === 0) return `No failures${scope}`;
  return `${plural(failureCount, 'failure')}${scope}`;
}

function operationTable({ contract, results, skipped, untested }: Report): string {
  const width = Math.max(...contract.operations.map(({ id }) => id.length));
  return contract.operations
    .map(({ id }) => {
      const operationResults = results.filter(({ testCase }) => testCase.operation.id === id);
      const operationSkipped = skipped.filter(({ operation }) => operation === id);
      const hasFailed = operationResults.some(({ status }) => status === 'failed');
      const isUntested = untested.some(({ name }) => name === id);
      const mark = hasFailed ? '✗' : isUntested || operationResults.length === 0 ? '·' : '✓';
      const label = isUntested ? 'not tested with valid data: ' : '';
      const counts = describeCounts(operationResults, operationSkipped);
      return `  ${mark} ${id.padEnd(width)}  ${label}${counts}`;
    })
    .join('\n');
}

/** ` Not tested: signIn, signOut (--allow-writes); openapi.yaml:12.` */
function describeUntested({ untested }: Report): string {
  const groups = Map.groupBy(untested, ({ option }) => option);
  const texts = [...groups].flatMap(([option, members]) => {
    const names = [...new Set(members.flatMap(({ name }) => name ?? []))].join(', ');
    return names === '' ? [] : [option === undefined ? names : `${names} (${option})`];
  });
  return texts.length === 0 ? '' : ` Not tested: ${texts.join('; ')}.`;
}

/** `12 requests, 9 passed, 2 failed, 1 inconclusive, 3 skipped` */
function describeCounts(results: readonly CaseResult[], skipped: readonly SkippedCase[]): string {
  const count = (status: CaseResult['status']) =>
    results.filter((result) => result.status === status).length;
  return [
    plural(results.length, 'request'),
    `${count('passed')} passed`,
    `${count('failed')} failed`,
    `${count('inconclusive')} inconclusive`,
    `${skipped.length} skipped`,
  ].join(', ');
}

function describeFailure({ contract }: Report, failure: UniqueFailure, number: number): string {
  const { operation, result, others } = failure;
  const check = failure.rule === undefined ? failure.check : `${failure.check} (${failure.rule})`;
  const descriptions = others.map(({ testCase }) => testCase.description);
  return [
    `${number}. ${operation}: ${check}   ${contract.file}:${failure.line}`,
    `   ${failure.message}`,
    `   case      ${result.testCase.description}`,
    `   expected  ${failure.expected}`,
    `   received  ${failure.received}`,
    `   repeat    ${result.curl()}`,
    `   hint      ${failure.hint}`,
    ...(others.length > 0
      ? [`   also in   ${plural(others.length, 'other case')}: ${listFirst(descriptions)}`]
      : []),
  ].join('\n');
}

/** The skipped cases, counted by operation and reason. */
function describeSkipped(skipped: readonly SkippedCase[]): string {
  const groups = Map.groupBy(skipped, ({ operation, reason }) => `${operation}: ${reason}`);
  const lines = [...groups].map(([key, members]) => {
    const descriptions = members.map(({ description }) => description);
    return `  ${members.length} of ${key}\n      ${listFirst(descriptions)}`;
  });
  return [`Skipped: ${skipped.length} (--dry-run lists all of them)`, ...lines].join('\n');
}

function listFirst(sentences: readonly string[]): string {
  return sentences.slice(0, maxListed).join(' ') + (sentences.length > maxListed ? ' …' : '');
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
