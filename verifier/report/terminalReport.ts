import { printable } from '#contract';
import type { CaseResult } from '../evaluate/caseResult.ts';
import { isEvidence } from '../evaluate/findUntested.ts';
import type { SkippedCase } from '../plan/testCase.ts';
import { findCauses, isFirstToFix } from './findCauses.ts';
import type { Report, UniqueFailure } from './report.ts';

const maxListed = 3;

/** The report for a terminal. */
export function terminalReport(report: Report): string {
  const { contract, results, skipped, warnings, url, durationMs } = report;
  const failures = findCauses(report);
  const conclusion = describeConclusion(report, failures.length);
  const seconds = (durationMs / 1000).toFixed(1);
  const warningLines = warnings.map((warning) => `Warning: ${warning}`);
  const isTested = results.some(isEvidence);
  const parts = [`${contract.title} ${contract.version} (${contract.file}) against ${url}`];
  // Why nothing was tested is the first thing to know.
  if (!isTested) parts.push(...warningLines);
  if (contract.operations.length > 0) parts.push(operationTable(report));
  parts.push(...failures.map((failure, i) => describeFailure(report, failure, i + 1)));
  if (skipped.length > 0) parts.push(describeSkipped(skipped));
  if (isTested) parts.push(...warningLines);

  const counts = describeCounts(results, skipped);
  parts.push(`${conclusion}: ${counts} (${seconds} s).${describeUntested(report)}`);
  return printable(parts.join('\n\n'));
}

function describeConclusion({ results }: Report, failureCount: number): string {
  if (!results.some(isEvidence)) return 'Nothing was tested';

  return failureCount === 0 ? 'No failures' : plural(failureCount, 'failure');
}

function operationTable({ contract, results, skipped, untested }: Report): string {
  const width = Math.max(...contract.operations.map(({ id }) => id.length));
  return contract.operations
    .map(({ id }) => {
      const operationResults = results.filter(({ testCase }) => testCase.operation.id === id);
      const operationSkipped = skipped.filter(({ operation }) => operation === id);
      const isUntested = untested.some(({ name }) => name === id);
      const mark = markOf(operationResults, isUntested);
      const label = isUntested ? 'not tested with valid data: ' : '';
      const counts = describeCounts(operationResults, operationSkipped);
      return `  ${mark} ${id.padEnd(width)}  ${label}${counts}`;
    })
    .join('\n');
}

function markOf(results: readonly CaseResult[], isUntested: boolean): string {
  if (results.some(({ status }) => status === 'failed')) return '✗';

  const hasPassed = results.some(({ status }) => status === 'passed');
  return hasPassed && !isUntested ? '✓' : '·';
}

/** ` Not tested: signIn, signOut (--allow-writes); openapi.yaml:12.` */
function describeUntested({ untested }: Report): string {
  const groups = Map.groupBy(untested, ({ option }) => option);
  const texts = [...groups].flatMap(([option, members]) => {
    const names = [...new Set(members.flatMap(({ name }) => name ?? []))].join(', ');
    if (names === '') return [];

    return option === undefined ? names : `${names} (${option})`;
  });
  return texts.length === 0 ? '' : ` Not tested: ${texts.join('; ')}.`;
}

/** `12 requests, 9 passed, 2 failed, 1 inconclusive, 3 skipped` */
function describeCounts(results: readonly CaseResult[], skipped: readonly SkippedCase[]): string {
  const count = (status: CaseResult['status']) =>
    results.filter((result) => result.status === status).length;
  const blockedCount = skipped.filter(({ blockedBy }) => blockedBy !== undefined).length;
  const counts = [
    plural(results.length, 'request'),
    `${count('passed')} passed`,
    `${count('failed')} failed`,
    `${count('inconclusive')} inconclusive`,
  ];
  if (blockedCount > 0) counts.push(`${blockedCount} not tested`);

  return [...counts, `${skipped.length - blockedCount} skipped`].join(', ');
}

function describeFailure(report: Report, failure: UniqueFailure, number: number): string {
  const { operation, result, others } = failure;
  const { file } = report.contract;
  const check = failure.rule === undefined ? failure.check : `${failure.check} (${failure.rule})`;
  const lines = [`${number}. ${operation}: ${check}   ${file}:${failure.line}`];
  if (isFirstToFix(failure)) lines.push(`   ${describeConsequences(report, failure)}`);
  lines.push(`   ${failure.message}`);

  const rows: (readonly [name: string, text: string])[] = [
    ['case', result.testCase.description],
    ['expected', failure.expected],
    ['received', failure.received],
    ...result.commands().map((it, i) => [i === 0 ? 'repeat' : '', it] as const),
    ...result.notes.map((it) => ['note', it] as const),
    ['hint', failure.hint],
  ];
  if (others.length > 0) rows.push(['also in', describeOthers(failure)]);

  lines.push(...rows.map(([name, text]) => `   ${name.padEnd(9)} ${text}`));
  return lines.join('\n');
}

/** `Fix this first. 71 cases depend on it and were not tested.` */
function describeConsequences(
  { skipped }: Report,
  { result, others }: Pick<UniqueFailure, 'result' | 'others'>,
): string {
  const operations = [result, ...others].map(({ testCase }) => testCase.operation.id);
  const count = skipped.filter(({ blockedBy = '' }) => operations.includes(blockedBy)).length;
  const { isGate, kind } = result.testCase;
  const whatFails = kind === 'sign-in' ? 'The sign-in fails' : 'The base request fails';
  const what = isGate ? whatFails : 'The server has changed since the start';
  const number = count === 1 ? '1 case depends' : `${count} cases depend`;
  return `${what}; fix this first. ${number} on it and ${count === 1 ? 'was' : 'were'} not tested.`;
}

function describeOthers({ operation, others }: UniqueFailure): string {
  const descriptions = others.map(({ testCase }) => {
    const { id } = testCase.operation;
    return id === operation ? testCase.description : `${id}: ${testCase.description}`;
  });
  return `${plural(others.length, 'other case')}: ${listFirst(descriptions)}`;
}

/** The skipped cases, counted by operation and reason. */
function describeSkipped(skipped: readonly SkippedCase[]): string {
  const groups = Map.groupBy(skipped, ({ operation, reason }) => `${operation}: ${reason}`);
  const lines = [...groups].map(([key, members]) => {
    const descriptions = members.map(({ description }) => description);
    return `  ${members.length} of ${key}\n      ${listFirst(descriptions)}`;
  });
  return [`Not sent: ${skipped.length} (--dry-run lists all of them)`, ...lines].join('\n');
}

function listFirst(sentences: readonly string[]): string {
  return sentences.slice(0, maxListed).join(' ') + (sentences.length > maxListed ? ' …' : '');
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
