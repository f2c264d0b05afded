import type { CaseResult } from '../evaluate/caseResult.ts';
import type { Report } from './report.ts';

/** The report as JUnit XML: one suite per operation, one test case per test case, sent or skipped. */
export function junitReport({ contract, results, skipped, durationMs }: Report): string {
  const suites = contract.operations.map(({ id }) => {
    const operationResults = results.filter(({ testCase }) => testCase.operation.id === id);
    const operationSkipped = skipped.filter(({ operation }) => operation === id);
    return [
      `  <testsuite name="${escapeXml(id)}" ${counts(operationResults, operationSkipped.length)}>`,
      ...operationResults.map((result) => testCaseElement(contract.file, result)),
      ...operationSkipped.map(
        ({ description, reason }) =>
          `    <testcase classname="${escapeXml(id)}" name="${escapeXml(description)}"><skipped message="${escapeXml(reason)}"/></testcase>`,
      ),
      '  </testsuite>',
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(contract.title)}" ${counts(results, skipped.length)} time="${seconds(durationMs)}">`,
    ...suites,
    '</testsuites>\n',
  ].join('\n');
}

function counts(results: readonly CaseResult[], skippedCount: number): string {
  const failedCount = results.filter(({ status }) => status === 'failed').length;
  return `tests="${results.length + skippedCount}" failures="${failedCount}" skipped="${skippedCount}"`;
}

function testCaseElement(file: string, { testCase, result, failures, curl }: CaseResult): string {
  const { operation, kind, description } = testCase;
  const time = result.kind === 'response' ? ` time="${seconds(result.durationMs)}"` : '';
  const name = escapeXml(`${kind}: ${description}`);
  const start = `    <testcase classname="${escapeXml(operation.id)}" name="${name}"${time}`;
  const [first] = failures;
  if (!first) return `${start}/>`;
  const texts = failures.map(
    ({ message, expected, received, line, hint }) =>
      `${message} ${file}:${line}\nexpected: ${expected}\nreceived: ${received}\n${curl()}\n${hint}`,
  );
  // Many JUnit readers support only one failure element per test case.
  return `${start}><failure type="${first.check}" message="${escapeXml(first.message)}">${escapeXml(texts.join('\n\n'))}</failure></testcase>`;
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
