import { expect, test } from 'vitest';
import { failedChecks } from '../../support/verify/runVerifier.ts';
import { type NotesResponse, problem, verifyNotes } from '../../support/verify/startNotesServer.ts';

const phases = ['--phases', 'examples,coverage,values'];

test.each([
  ['a stack trace', { detail: 'Error: no\n    at find (/srv/notes/find.js:12:3)' }],
  ['a stack trace', { trace: 'no\n\tat org.notes.Find.get(Find.java:12)' }],
  ['a stack trace', { detail: 'Traceback (most recent call last): no' }],
  ['a stack trace', { detail: 'at Notes.Find.Get(String id) in C:\\n\\Find.cs:line 12' }],
  ['the class of an exception', { exception: 'org.notes.NoteNotFoundException' }],
  ['an SQL statement', { detail: 'no rows: SELECT id FROM notes WHERE id = ?' }],
  ['a database error', { detail: "You have an error in your SQL syntax near 'x'" }],
  ['the URL of a database', { detail: 'postgres://notes:pw@db/notes' }],
  ['a source file', { detail: 'thrown in find.py:12' }],
  ['a file path', { detail: 'cannot open /var/www/notes/find.php' }],
  ['a file path', { detail: 'cannot open C:\\inetpub\\notes\\find.aspx' }],
  ['an internal host', { instance: 'http://notes-3.prod.internal:8080/notes' }],
  ['an internal host', { instance: 'http://backend:8080/notes' }],
  ['an internal address', { detail: 'no response from 10.1.2.3' }],
  ['the error of a connection', { detail: 'connect ECONNREFUSED 127.0.0.1:5432' }],
])('%s in an error is a violation: %j', async (what, more) => {
  const report = await verifyNotes(
    { respond: (response) => (response.status === 404 ? problem(404, more) : response) },
    ...phases,
  );
  expect(failedChecks(report)).toContain('getNote internal_details_disclosure');
  expect(
    report.results.flatMap(({ failures }) => failures.map(({ message }) => message)),
  ).toContain(`The body contains ${what}.`);
});

test('a stack trace is also found in a success and next to a 500', async () => {
  const debug = { debug: 'at find (/srv/notes/find.js:12:3)' };
  const report = await verifyNotes(
    {
      respond: (response, { path }) =>
        path === '/notes/first-note'
          ? { ...response, body: { ...Object(response.body), ...debug } }
          : response.status === 404
            ? problem(500, debug)
            : response,
    },
    ...phases,
  );
  expect(failedChecks(report)).toEqual([
    'deleteNote internal_details_disclosure',
    'deleteNote not_a_server_error',
    'getNote internal_details_disclosure',
    'getNote not_a_server_error',
  ]);
});

function repeat({ body, ...response }: NotesResponse, more: object): NotesResponse {
  return { ...response, body: { ...Object(body), ...more } };
}

test('what the request contains may be repeated, and so may the host of the server', async () => {
  const report = await verifyNotes({
    respond: (response, { headers, path, body }) =>
      response.status >= 400
        ? repeat(response, { instance: `http://${headers.host}${path}`, detail: body })
        : response,
  });
  expect(failedChecks(report)).toEqual([]);
});
