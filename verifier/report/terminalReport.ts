import { type Operation, printable, shorten } from '#contract';
import { type Exchange, type Failure, isSuccess } from '../model.ts';
import type { Report } from './createReport.ts';
import { describeCommands } from './describeCommands.ts';
import type { FailureGroup } from './groupFailures.ts';

/** The number of further cases that are listed of each operation, because one may show a second cause. */
const maxListedCases = 4;

/** Formats a report for a terminal, with commands that repeat each failure. */
export function terminalReport(report: Report): string {
  const { failures, hasEvidence, options, run, warnings } = report;
  const { contract, url } = options;
  const warningLines = warnings.map((warning) => `Warning: ${run.secrets.mask(warning)}`);
  const parts = [`${contract.title} ${contract.version} (${contract.file}) against ${url.href}`];
  // The reason why nothing was tested comes first.
  if (!hasEvidence) parts.push(...warningLines);
  if (contract.operations.length > 0) parts.push(describeOperations(report));
  parts.push(...failures.map((group, i) => describeFailure(report, group, i + 1)));
  if (run.skipped.length > 0) parts.push(describeSkipped(report));
  if (hasEvidence) parts.push(...warningLines);

  parts.push(describeConclusion(report));
  return printable(parts.join('\n\n'));
}

function describeOperations(report: Report): string {
  const { options, untested } = report;
  const { operations } = options.contract;
  const width = Math.max(...operations.map(({ id }) => id.length));
  return operations
    .map((operation) => {
      const { id } = operation;
      const isUntested = untested.some(({ name }) => name === id);
      const label = isUntested ? 'not tested with valid data: ' : '';
      const mark = markOf(report, operation, isUntested);
      return `  ${mark} ${id.padEnd(width)}  ${label}${countRequests(report, operation)}`;
    })
    .join('\n');
}

function markOf({ failures, run }: Report, operation: Operation, isUntested: boolean): string {
  if (failures.some(({ operations }) => operations.includes(operation.id))) return '✗';

  const hasPassed = run.exchanges.some(
    (it) => it.operation === operation && it.expected === 'accept' && isSuccess(it),
  );
  return hasPassed && !isUntested ? '✓' : '·';
}

/** Counts the requests of an operation: `175 requests, 4 not sent`. */
function countRequests({ run }: Report, operation: Operation): string {
  const sent = run.exchanges.filter((it) => it.operation === operation);
  const skipped = run.skipped.filter((it) => it.operation === operation);
  const counts = [plural(sent.length, 'request')];
  if (skipped.length > 0) counts.push(`${skipped.length} not sent`);
  return counts.join(', ');
}

function describeFailure(report: Report, group: FailureGroup, number: number): string {
  const { run, options } = report;
  const { check, first, message, operations, others } = group;
  const { exchange } = first;
  const { contract } = options;
  const place = `${contract.file}:${contract.lineOf(first.pointer ?? exchange.pointer)}`;
  const mask = (text: string) => run.secrets.mask(text);
  const fields: [name: string, text: string][] = [
    ['case', mask(exchange.description) + describeRepetition(first)],
    ['expected', mask(first.expected)],
    ['received', describeResponse(exchange, `${message} ${first.expected}`, mask)],
    ['repeat', describeCommands(first, run, options).join(`\n${' '.repeat(13)}`)],
  ];
  if (first.hint !== undefined) fields.push(['hint', mask(first.hint)]);
  if (others.length > 0) fields.push(['also in', describeOthers(others, mask)]);

  const lines = fields.map(([name, text]) => `   ${name.padEnd(9)} ${text}`);
  return [
    `${number}. ${operations.join(', ')}: ${check}   ${place}`,
    `   ${mask(message)}`,
    ...lines,
  ].join('\n');
}

function describeRepetition({ exchange, isRepeatable, isReplayed }: Failure): string {
  const { reusesConnection } = exchange.request;
  const again = reusesConnection ? isRepeatable : (isReplayed ?? isRepeatable);
  if (again === undefined) return '';

  const alone = isReplayed === undefined ? 'when it was repeated' : 'in a new session';
  const where = reusesConnection ? 'on another connection' : alone;
  return again ? ` (again ${where})` : ` (not again ${where})`;
}

/** Describes a response, with the headers that a text names: `201 text/html; charset=utf-8, <!doctype html>…`. */
function describeResponse(
  { response }: Exchange,
  text: string,
  mask: (text: string) => string,
): string {
  const { status, headers, body, error } = response;
  if (error !== undefined) return error;

  const type = mask(headers['content-type']?.join(', ') ?? 'no Content-Type');
  const others = Object.entries(headers).flatMap(([name, values]) =>
    shownHeaders.includes(name) || namesHeader(text, name)
      ? shorten(mask(`${name}: ${values.join(', ')}`), maxShownLength)
      : [],
  );
  // The mask does not find a part of a secret.
  const shown = mask(String(body?.subarray(0, maxMaskedBytes) ?? ''));
  const shownBody = shorten(shown.replace(/[\t\n\r ]+/g, ' '), maxShownLength);
  const parts = [`${status} ${type}`, ...others, shownBody.replaceAll('\ufeff', '\\ufeff')];
  return parts.filter((part) => part !== '').join(', ');
}

const maxShownLength = 200;
const maxMaskedBytes = 16 * 1024;
const shownHeaders = ['location', 'allow', 'retry-after'];

/** The headers that a text is about although it does not name them. */
const relatedHeaders: readonly [text: RegExp, names: RegExp][] = [
  [/cookie|session id/i, /^set-cookie$/],
  [/\bcaches?\b/i, /^(cache-control|expires|vary)$/],
  [/Access-Control/, /^access-control-allow-(origin|credentials)$/],
];

/**
 * Whether a text names a header: `"date"` or `Cache-Control: no-store`, but not "the server". False for `Content-Type`,
 * which is always shown.
 */
function namesHeader(text: string, name: string): boolean {
  if (relatedHeaders.some(([about, names]) => about.test(text) && names.test(name))) return true;

  const words = text.split(/[^\w"-]+/).filter((word) => /^["A-Z]/.test(word));
  const isNamed = words.some((word) => word.replaceAll('"', '').toLowerCase() === name);
  return isNamed && name !== 'content-type';
}

/** Lists the other failures of a group: `7 more: briefId is "con"; …`, or for several operations `7 more. getBrief: …. signIn: …`. */
function describeOthers(failures: readonly Failure[], mask: (text: string) => string): string {
  const byOperation = Map.groupBy(failures, ({ exchange }) => exchange.operation.id);
  const lists = [...byOperation].map(([id, members]) => {
    const cases = [...new Set(members.map(({ exchange }) => exchange.description))];
    const listed = cases.slice(0, maxListedCases).map((it) => shorten(mask(it)));
    const list = [...listed, ...(cases.length > maxListedCases ? ['…'] : [])].join('; ');
    return byOperation.size > 1 ? `. ${id}: ${list}` : `: ${list}`;
  });
  return `${failures.length} more${lists.join('')}`;
}

/** Counts the cases that were not sent, by reason. */
function describeSkipped({ run }: Report): string {
  const byReason = Map.groupBy(run.skipped, ({ reason, option }) =>
    option === undefined ? reason : `${reason} (${option})`,
  );
  const lines = [...byReason].map(([reason, cases]) => {
    const ids = [...new Set(cases.map(({ operation }) => operation.id))];
    return `  ${cases.length} of ${ids.join(', ')}: ${reason}`;
  });
  return [`Not sent: ${run.skipped.length}`, ...lines].join('\n');
}

/** Summarizes a run: `No failures: 501 requests (20.1 s). Not tested: signIn (--allow-writes).` */
function describeConclusion(report: Report): string {
  const { failures, hasEvidence, run, untested } = report;
  const seconds = (run.durationMs / 1000).toFixed(1);
  const sent = `${plural(run.sentCount, 'request')} (${seconds} s)`;
  const byReason = Map.groupBy(untested, ({ reason }) => reason);
  const names = [...byReason].map(([reason, members]) => {
    return `${members.map(({ name }) => name).join(', ')} (${reason})`;
  });
  const rest = names.length > 0 ? ` Not tested: ${names.join('; ')}.` : '';
  if (!hasEvidence) return `Nothing was tested: ${sent}.${rest}`;

  const conclusion = failures.length === 0 ? 'No failures' : plural(failures.length, 'failure');
  return `${conclusion}: ${sent}.${rest}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
