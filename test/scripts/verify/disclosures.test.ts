import { expect, test } from 'vitest';
import { failedChecks } from '../../support/verify/runVerifier.ts';
import { problem, verifyTrees } from '../../support/verify/verifyTrees.ts';

test.each([
  ['a stack trace', { trace: 'no\n\tat org.notes.Find.get(Find.java:12)' }],
  ['a stack trace', { detail: 'Traceback (most recent call last): no' }],
  ['a stack trace', { detail: 'at Notes.Find.Get(String id) in C:\\n\\Find.cs:line 12' }],
  ['the class of an exception', { exception: 'org.notes.NoteNotFoundException' }],
  ['an SQL statement', { detail: 'no rows: SELECT id FROM notes WHERE id = ?' }],
  ['a database error', { detail: "You have an error in your SQL syntax near 'x'" }],
  ['the URL of a database', { detail: 'postgres://notes:pw@db/notes' }],
  ['a source file', { detail: 'thrown in find.py:12' }],
  ['a file path', { detail: 'cannot open C:\\inetpub\\notes\\find.aspx' }],
  ['an internal host', { instance: 'http://notes-3.prod.internal:8080/notes' }],
  ['an internal address', { detail: 'no response from 10.1.2.3' }],
  ['the error of a connection', { detail: 'connect ECONNREFUSED 127.0.0.1:5432' }],
])('%s in an error is a violation: %j', async (what, more) => {
  const report = await verifyTrees(
    (response) => (response.status === 404 ? problem(404, more) : response),
    '--only',
    'readTree',
    '--phases',
    'values',
  );
  expect(failedChecks(report)).toContain('readTree internal_details_disclosure');
  expect(
    report.results.flatMap(({ failures }) => failures.map(({ message }) => message)),
  ).toContain(`The body contains ${what}.`);
});

test('a stack trace is also found in a success and next to a 500', async () => {
  const debug = { debug: 'at find (/srv/notes/find.js:12:3)' };
  const report = await verifyTrees(
    (response, { path }) => {
      if (response.status === 404) return problem(500, debug);
      return path === '/v1/trees/first-tree'
        ? { ...response, body: { ...Object(response.body), ...debug } }
        : response;
    },
    '--only',
    'readTree',
    '--phases',
    'examples,values',
  );
  expect(failedChecks(report)).toEqual([
    'readTree internal_details_disclosure',
    'readTree not_a_server_error',
  ]);
});

test('what the request contains may be repeated, and so may the host of the server', async () => {
  const report = await verifyTrees((response, { headers, path, body }) => {
    if (response.status < 400) return response;
    const repeated = { instance: `http://${headers.host}${path}`, detail: body.slice(0, 40) };
    return { ...response, body: { ...Object(response.body), ...repeated } };
  });
  expect(failedChecks(report)).toEqual([]);
});
