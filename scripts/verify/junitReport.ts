import { hints } from '../../mock-api/contract/cases/checks.ts';
import type { Report, Result } from './report.ts';

/** The report as JUnit XML: a suite for each operation, a test for each case, left out ones skipped. */
export function junitReport({ contract, results, leftOut, duration }: Report): string {
  const suites = contract.operations.map(({ id }) => {
    const own = results.filter(({ test }) => test.operation.id === id);
    const skipped = leftOut.filter(({ operation }) => operation === id);
    const failed = own.filter(({ failures }) => failures.length > 0).length;
    const counts = `tests="${own.length + skipped.length}" failures="${failed}" skipped="${skipped.length}"`;
    return [
      `  <testsuite name="${escapeXml(id)}" ${counts}>`,
      ...own.map((result) => testCase(contract.file, id, result)),
      ...skipped.map(
        ({ what, reason }) =>
          `    <testcase classname="${escapeXml(id)}" name="${escapeXml(what)}"><skipped message="${escapeXml(reason)}"/></testcase>`,
      ),
      '  </testsuite>',
    ].join('\n');
  });
  const failures = results.filter((result) => result.failures.length > 0).length;
  const counts = `tests="${results.length + leftOut.length}" failures="${failures}" skipped="${leftOut.length}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(contract.title)}" ${counts} time="${seconds(duration)}">`,
    ...suites,
    '</testsuites>\n',
  ].join('\n');
}

function testCase(file: string, id: string, { test, outcome, failures, curl }: Result): string {
  const time = outcome.kind === 'answer' ? ` time="${seconds(outcome.duration)}"` : '';
  const name = escapeXml(`${test.kind}: ${test.what}`);
  const open = `    <testcase classname="${escapeXml(id)}" name="${name}"${time}`;
  if (failures.length === 0) return `${open}/>`;
  const texts = failures.map(
    ({ check, message, expected, received, line }) =>
      `${message} ${file}:${line}\nexpected: ${expected}\nreceived: ${received}\n${curl}\n${hints[check]}`,
  );
  const [first] = failures;
  // One element only: several for one test confuse most readers.
  return `${open}><failure type="${first?.check}" message="${escapeXml(first?.message ?? '')}">${escapeXml(texts.join('\n\n'))}</failure></testcase>`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** XML has no way to write most control characters, so they are shown as a mark. */
function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}
