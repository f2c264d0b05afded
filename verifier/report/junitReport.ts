import type { CaseResult } from '../evaluate/caseResult.ts';
import { findCauses } from './findCauses.ts';
import type { Report, UniqueFailure } from './report.ts';

/** One `testcase` element. */
interface Row {
  operation: string;
  name: string;
  durationMs?: number | undefined;
  /** Why it counts as skipped. */
  skipped?: string;
  failure?: UniqueFailure;
}

/**
 * The report as JUnit XML: one suite per operation, one test case per test case, sent or skipped. As in the terminal,
 * a failure is reported once; its other cases, inconclusive and known ones are skipped.
 */
export function junitReport(report: Report): string {
  const { contract, durationMs } = report;
  const rows = toRows(report);
  const suites = contract.operations.map(({ id }) => {
    const own = rows.filter(({ operation }) => operation === id);
    const elements = own.map((row) => testCaseElement(contract.file, row));
    return [`  <testsuite name="${escapeXml(id)}" ${counts(own)}>`, ...elements, '  </testsuite>'];
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(contract.title)}" ${counts(rows)} time="${seconds(durationMs)}">`,
    ...suites.flat(),
    '</testsuites>\n',
  ].join('\n');
}

function toRows(report: Report): Row[] {
  const failures = findCauses(report);
  const sent = report.results.flatMap((result): Row[] => {
    const { testCase } = result;
    const operation = testCase.operation.id;
    const name = `${testCase.kind}: ${testCase.description}`;
    const durationMs = result.result.kind === 'response' ? result.result.durationMs : undefined;
    const row = { operation, name, durationMs };
    const own = failures.filter((failure) => failure.result === result);
    // Many JUnit readers support only one failure element per test case.
    if (own.length > 0) return own.map((failure) => ({ ...row, failure }));

    const skipped = reasonFor(result, failures);
    return [skipped === undefined ? row : { ...row, skipped }];
  });
  const unsent = report.skipped.map(({ operation, description, reason }): Row => {
    return { operation, name: description, skipped: reason };
  });
  return [...sent, ...unsent];
}

function reasonFor(result: CaseResult, failures: readonly UniqueFailure[]): string | undefined {
  const first = failures.find(({ others }) => others.includes(result));
  if (first) return `The same failure as: ${first.result.testCase.description}`;
  if (result.status === 'inconclusive') return 'Inconclusive, or a known failure.';

  return undefined;
}

function counts(rows: readonly Row[]): string {
  const failedCount = rows.filter(({ failure }) => failure).length;
  const skippedCount = rows.filter(({ skipped }) => skipped !== undefined).length;
  return `tests="${rows.length}" failures="${failedCount}" skipped="${skippedCount}"`;
}

function testCaseElement(file: string, row: Row): string {
  const { operation, name, durationMs, skipped, failure } = row;
  const time = durationMs === undefined ? '' : ` time="${seconds(durationMs)}"`;
  const check = failure ? ` (${failure.check})` : '';
  const start = `    <testcase classname="${escapeXml(operation)}" name="${escapeXml(name + check)}"${time}`;
  if (skipped !== undefined)
    return `${start}><skipped message="${escapeXml(skipped)}"/></testcase>`;
  if (!failure) return `${start}/>`;

  const { message, expected, received, line, hint, result } = failure;
  const text = [
    `${message} ${file}:${line}`,
    `expected: ${expected}`,
    `received: ${received}`,
    ...result.commands(),
    ...result.notes,
    hint,
  ].join('\n');
  return `${start}><failure type="${failure.check}" message="${escapeXml(message)}">${escapeXml(text)}</failure></testcase>`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** Also replaces the characters that XML cannot represent. */
function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}
