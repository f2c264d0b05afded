import { expect, test } from 'vitest';
import { failedChecks } from '../../support/verify/runVerifier.ts';
import {
  type NotesFault,
  noteIds,
  problem,
  verifyNotes,
} from '../../support/verify/startNotesServer.ts';

type Coerce = NonNullable<NotesFault['coerce']>;

/** Changes one value that the server would reject. */
function convert(name: string, change: (value: unknown) => unknown): Coerce {
  return (note) => (name in note ? { ...note, [name]: change(note[name]) } : note);
}

const textOf = (value: unknown) => (typeof value === 'object' ? value : String(value));
const dayOf = (text: unknown) =>
  /^\d{4}-\d\d-\d\d$/.test(String(text)) ? String(text).replace(/..$/, '01') : text;

const lenient: readonly [description: string, coerce: Coerce][] = [
  ['a number or boolean as a text', convert('title', textOf)],
  ['an object as a text', convert('title', (value) => (value instanceof Object ? 'a' : value))],
  [
    'a text as an integer',
    convert('size', (value) => (/^\d+$/.test(`${value}`) ? Number(value) : value)),
  ],
  ['a text as a boolean', convert('pinned', (value) => (value === 'true' ? true : value))],
  ['null as a boolean', convert('pinned', (value) => value ?? false)],
  [
    'an item as an array',
    convert('tags', (value) => (typeof value === 'string' ? [value] : value)),
  ],
  ['an enum in lower case', convert('color', (value) => String(value).toUpperCase())],
  ['a day that the calendar lacks', convert('due', dayOf)],
  ['a date with a time', convert('due', (value) => String(value).slice(0, 10))],
  [
    'a time without an offset',
    convert('at', (value) => (/T[\d:]+$/.test(`${value}`) ? `${value}Z` : value)),
  ],
];

test.each(lenient)('accepting %s is a violation', async (_, coerce) => {
  const report = await verifyNotes({ coerce }, '--phases', 'coverage');
  expect(failedChecks(report)).toEqual(['createNote negative_data_rejection']);
});

test('rejecting an offset of a time is a violation', async () => {
  const coerce = convert('at', (value) => (/[+]/.test(`${value}`) ? 'no time' : value));
  const report = await verifyNotes({ coerce }, '--phases', 'coverage');
  expect(failedChecks(report)).toEqual(['createNote positive_data_acceptance']);
});

test('failing for a lone surrogate in any property is a violation', async () => {
  const report = await verifyNotes(
    { respond: (usual, { body }) => (/"title":"[^"]*\\ud800/.test(body) ? problem(500) : usual) },
    '--phases',
    'protocol',
  );
  expect(failedChecks(report)).toEqual(['createNote not_a_server_error']);
});

test.each([
  ['with the suffix of a format', (id: string) => id.replace(/\.json$/, '')],
  ['and a dot', (id: string) => id.replace(/\.$/, '')],
])('finding an id %s is a violation', async (_, findId) => {
  const report = await verifyNotes({ findId }, '--phases', 'values');
  expect(failedChecks(report)).toContain('getNote unknown_resource_rejection');
});

test('finding an id in another case is a warning', async () => {
  const findId = (id: string) => noteIds.find((it) => it === id.toLowerCase()) ?? id;
  const report = await verifyNotes({ findId }, '--phases', 'values');
  expect(failedChecks(report)).toEqual([]);
  expect(report.warnings).toContain(
    'getNote: The server returned 200 for an id that does not exist. Recommended: 404.',
  );
});

test('rejecting a script with the declared status of a firewall is no violation', async () => {
  const report = await verifyNotes(
    { respond: (usual, { body }) => (body.includes('<script>') ? problem(403) : usual) },
    '--phases',
    'values',
  );
  expect(failedChecks(report)).toEqual([]);
});
