import { expect, test } from 'vitest';
import { failedChecks } from '../../support/verify/runVerifier.ts';
import { noteIds, problem, verifyNotes } from '../../support/verify/startNotesServer.ts';

const bothIds = ['--value', `noteId=${noteIds[1]}`];

test('a server that conforms passes, also after a note was deleted', async () => {
  const report = await verifyNotes({}, '--thorough', '--fuzz', '50', ...bothIds);
  expect(failedChecks(report)).toEqual([]);
  expect(report.warnings).toEqual([]);
});

test('a note that is still found after its deletion is a violation', async () => {
  const report = await verifyNotes({
    respond: (usual, { method, path }) =>
      method === 'GET' && path === '/notes/first-note' && usual.status === 404
        ? { status: 200, body: { id: 'first-note', title: 'Note first-note' } }
        : usual,
  });
  expect(failedChecks(report)).toEqual(['getNote unknown_resource_rejection']);
});

test('two notes that are mixed up when they are requested at the same time are a violation', async () => {
  let current: string;
  const report = await verifyNotes(
    {
      respond: async (usual, { path }) => {
        if (usual.status !== 200 || !path.startsWith('/notes/')) return usual;
        current = path.slice('/notes/'.length);
        await new Promise((resolve) => setTimeout(resolve, 20));
        return { status: 200, body: { id: current, title: `Note ${current}` } };
      },
    },
    '--phases',
    'repetition',
    ...bothIds,
  );
  expect(failedChecks(report)).toEqual(['getNote response_consistency']);
});

test('failing for a repeated parameter of the query is a violation', async () => {
  const report = await verifyNotes(
    { respond: (usual, { query }) => (query.getAll('limit').length > 1 ? problem(500) : usual) },
    '--phases',
    'coverage',
  );
  expect(failedChecks(report)).toEqual(['listNotes not_a_server_error']);
});

test('reading the id from the query is a violation', async () => {
  const report = await verifyNotes(
    { respond: (usual, { query }) => (query.has('noteId') ? problem(404) : usual) },
    '--phases',
    'protocol',
  );
  expect(failedChecks(report)).toEqual(['getNote positive_data_acceptance']);
});
