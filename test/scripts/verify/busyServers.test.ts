import { expect, test } from 'vitest';
import { failedChecks } from '../../support/verify/runVerifier.ts';
import {
  type NotesFault,
  type NotesResponse,
  problem,
  verifyNotes,
} from '../../support/verify/startNotesServer.ts';

/** A server that is too busy for every tenth request to one operation. */
function busy(
  response: NotesResponse,
  isChosen: (method: string, path: string) => boolean,
): NotesFault {
  return {
    respond: (usual, { method, path }, count) =>
      count % 10 === 0 && isChosen(method, path) ? response : usual,
  };
}

const isRead = (method: string, path: string) => method === 'GET' && path !== '/notes';
const isList = (method: string, path: string) => method === 'GET' && path === '/notes';

function limited(status: number, retryAfter: string): NotesResponse {
  const { headers, ...response } = problem(status);
  return { ...response, headers: { ...headers, 'Retry-After': retryAfter } };
}

test.each([
  ['a limit with a number of seconds', busy(limited(429, '0'), isRead)],
  ['a limit of a gateway, which no operation declares', busy(limited(429, '0'), isList)],
  ['maintenance with a number of seconds', busy(limited(503, '0'), isList)],
])('%s is no violation', async (_, fault) => {
  expect(failedChecks(await verifyNotes(fault))).toEqual([]);
});

test('a limit that the operation does not declare is a warning', async () => {
  const { warnings } = await verifyNotes(busy(limited(429, '0'), isList));
  expect(warnings).toContain(
    'listNotes: The status 429 is not declared. Recommended: a declared status, or a lower --rate.',
  );
});

test.each([
  ['a Retry-After in words', busy(limited(429, 'soon'), isRead), 'response_headers_conformance'],
  [
    'a Retry-After in words with a status that is not declared',
    busy(limited(503, 'soon'), isList),
    'response_headers_conformance',
  ],
  [
    'an undeclared limit without Retry-After',
    busy(problem(429), isList),
    'status_code_conformance',
  ],
  [
    'a limit as text',
    busy(
      { ...limited(429, '0'), headers: { 'Retry-After': '0', 'Content-Type': 'text/plain' } },
      isRead,
    ),
    'content_type_conformance',
  ],
])('%s is found in a response after which the request is repeated', async (_, fault, check) => {
  const report = await verifyNotes(fault, '--phases', 'protocol,repetition');
  expect(new Set(failedChecks(report).map((name) => name.split(' ')[1]))).toEqual(new Set([check]));
});
