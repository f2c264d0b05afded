import { hints } from '../../mock-api/contract/cases/checks.ts';
import type { LeftOut } from '../../mock-api/contract/cases/testCase.ts';
import { type Finding, findings, type Report } from './report.ts';

const NAMED = 3;

/** The report as a person reads it. */
export function terminalReport(report: Report): string {
  const { contract, results, leftOut, warnings, url, duration } = report;
  const found = findings(report);
  const bad = results.filter(({ failures }) => failures.length > 0).length;
  const seconds = (duration / 1000).toFixed(1);
  const verdict =
    found.length === 0
      ? `It honours the contract as far as it was asked: ${results.length} requests, no fault`
      : `It does not honour the contract: ${count(found.length, 'fault')} in ${bad} of ${results.length} answers`;
  return [
    `${contract.title} ${contract.version} (${contract.file}) against ${url}`,
    operationTable(report),
    ...found.map((finding, i) => describeFinding(report, finding, i + 1)),
    ...(leftOut.length > 0 ? [describeLeftOut(leftOut)] : []),
    ...warnings.map((warning) => `Warning: ${warning}`),
    `${verdict} (${seconds} s).`,
  ].join('\n\n');
}

function operationTable({ contract, results }: Report): string {
  const width = Math.max(...contract.operations.map(({ id }) => id.length));
  return contract.operations
    .map(({ id }) => {
      const own = results.filter(({ test }) => test.operation.id === id);
      const bad = own.filter(({ failures }) => failures.length > 0).length;
      const proved = own.filter(({ proved: isProved }) => isProved).length;
      const numbers = `${own.length} asked, ${proved} proven, ${bad} wrong`;
      return `  ${bad > 0 ? '✗' : own.length > 0 ? '✓' : '·'} ${id.padEnd(width)}  ${numbers}`;
    })
    .join('\n');
}

function describeFinding({ contract }: Report, finding: Finding, number: number): string {
  const { check, operation, failure, result, others } = finding;
  const rule = failure.rule === undefined ? check : `${check} (${failure.rule})`;
  const more = others.slice(0, NAMED).map(({ test }) => test.what);
  const rest = others.length > NAMED ? ' …' : '';
  return [
    `${number}. ${operation}: ${rule}   ${contract.file}:${failure.line}`,
    `   ${failure.message}`,
    `   varied    ${result.test.what}`,
    `   expected  ${failure.expected}`,
    `   received  ${failure.received}`,
    `   try       ${result.curl}`,
    `   hint      ${hints[check]}`,
    ...(others.length > 0 ? [`   also in   ${others.length} more: ${more.join(' ')}${rest}`] : []),
  ].join('\n');
}

/** What was left out, counted by operation and reason. */
export function describeLeftOut(leftOut: readonly LeftOut[]): string {
  const groups = new Map<string, LeftOut[]>();
  for (const left of leftOut) {
    const key = `${left.operation}: ${left.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), left]);
  }
  const lines = [...groups].map(([key, members]) => {
    const names = members.slice(0, NAMED).map(({ what }) => what);
    return `  ${members.length} of ${key}\n      ${names.join(' ')}${members.length > NAMED ? ' …' : ''}`;
  });
  return [`Left out: ${leftOut.length} (all are named by --dry-run and --json)`, ...lines].join(
    '\n',
  );
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
