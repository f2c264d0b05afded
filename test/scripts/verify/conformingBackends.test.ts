import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { loadContract } from '../../../mock-api/contract/load/loadContract.ts';
import {
  type BackendRequest,
  type BackendResponse,
  errorResponse,
} from '../../../scripts/faulty-backend/httpMessages.ts';
import type { Fault } from '../../../scripts/faulty-backend/startBackend.ts';
import {
  allWritesArguments,
  backendUrl,
  editorCredentials,
  failedChecks,
  runVerifier,
} from '../../support/verify/runVerifier.ts';

const contract = await loadContract('openapi.yaml');

const isSubmission = ({ path, method }: { path: string; method: string }) =>
  path.endsWith('form-submit') && method === 'POST';

/** A response with its body in another form and a header for it, unless the client excludes it. */
function encode(encoding: string, change: (body: Buffer) => Buffer) {
  return (response: BackendResponse, { headers }: BackendRequest): BackendResponse => {
    const accepted = String(headers['accept-encoding'] ?? encoding);
    if (!accepted.includes(encoding) || accepted.includes(`${encoding};q=0`)) return response;
    return {
      ...response,
      headers: { ...response.headers, 'Content-Encoding': encoding },
      body: change(Buffer.from(response.body)),
    };
  };
}

function rejectUsedCaptchas(): Fault['respond'] {
  const used = new Set<unknown>();
  return (response, request) => {
    if (!isSubmission(request) || response.status !== 200) return response;
    const { recaptchaResponse } = JSON.parse(String(request.body).replace(/^\ufeff/, ''));
    if (used.has(recaptchaResponse)) return errorResponse(400, 'The captcha was rejected.');
    used.add(recaptchaResponse);
    return response;
  };
}

function limitRequests(): Fault['respond'] {
  let count = 0;
  return (response) => {
    count += 1;
    if (count % 40 !== 0) return response;
    const limited = errorResponse(429, 'Too many requests.');
    return { ...limited, headers: { ...limited.headers, 'Retry-After': '0' } };
  };
}

const tooMany = errorResponse(429, 'Too many attempts.');

const backends: readonly [description: string, args: string, respond: Fault['respond']][] = [
  [
    'returns 404 for a submission to an unknown brief',
    '--only submitFeedback',
    (response, request) =>
      isSubmission(request) &&
      response.status === 200 &&
      JSON.parse(String(request.body).replace(/^\ufeff/, '')).briefId !== 'daily-harvest'
        ? errorResponse(404, 'The brief does not exist.')
        : response,
  ],
  ['accepts each captcha response once', '--only submitFeedback', rejectUsedCaptchas()],
  ['compresses every response with gzip', '--phases protocol,stateful', encode('gzip', gzipSync)],
  ['compresses every response with Brotli', '--only getBrief', encode('br', brotliCompressSync)],
  ['limits the rate with 429 and Retry-After', '--phases protocol', limitRequests()],
  [
    'allows few sign-ins per hour',
    '--only signIn',
    (response, { path, method }) =>
      path.endsWith('tools.jsp') && method === 'POST' && response.status === 401
        ? {
            ...tooMany,
            headers: { ...tooMany.headers, 'Retry-After': '3600' },
          }
        : response,
  ],
  [
    'returns a page of its container for paths that it does not route',
    '--only getBrief',
    (response, { path, method }) =>
      method === 'GET' && /[\0\n/%;\\]/.test(path.split('/briefs/')[1] ?? '')
        ? { status: 400, headers: { 'Content-Type': 'text/html' }, body: 'Bad request' }
        : response,
  ],
  [
    'returns the declared 401 for a sign-out without a session',
    '--only signOut',
    (response, { path, method, headers }) =>
      path.endsWith('logout.jsp') && method === 'GET' && !/JSESSIONID/.test(headers.cookie ?? '')
        ? errorResponse(401, 'Not signed in.')
        : response,
  ],
  [
    'does not support HEAD, chunks and Expect',
    '--phases protocol',
    (response, { method, headers }) => {
      if (method === 'HEAD' && response.status === 200) {
        return { status: 405, headers: { Allow: 'GET' }, body: '' };
      }
      if (headers['transfer-encoding']) return errorResponse(411, 'A length is required.');
      return headers.expect ? errorResponse(417, 'Expect is not supported.') : response;
    },
  ],
  [
    'redirects URLs that end with a slash',
    '--only getBrief --phases values',
    (response, { path }) =>
      path.endsWith('/')
        ? { status: 308, headers: { Location: path.slice(0, -1) }, body: '' }
        : response,
  ],
  [
    'is behind a firewall that rejects unknown hosts, no User-Agent, another one in a session, and overrides',
    '--phases protocol,stateful',
    (response, { path, headers }) => {
      const host = headers['x-forwarded-host'];
      const agent = headers['user-agent'];
      if (host !== undefined && host !== headers.host) {
        return { status: 400, headers: { 'Content-Type': 'text/html' }, body: 'Bad request' };
      }
      if (agent === undefined) return errorResponse(403, 'No User-Agent.');
      if (headers['x-http-method-override'] ?? headers['x-original-url']) {
        return { status: 403, headers: { 'Content-Type': 'text/html' }, body: 'Forbidden' };
      }
      const isOther = path.endsWith('currentUser') && agent !== 'contract-check';
      return isOther && response.status === 200 ? errorResponse(401, 'Not signed in.') : response;
    },
  ],
  [
    'is behind a gateway that rejects TRACE',
    '--phases protocol --thorough --only getBrief',
    (response, { method }) =>
      method === 'TRACE'
        ? { status: 405, headers: { 'Content-Type': 'text/html' }, body: 'Not allowed' }
        : response,
  ],
];

test.each(backends)('a backend that %s conforms', async (_, args, respond) => {
  const url = await backendUrl({ respond: respond as NonNullable<Fault['respond']> });
  const allArguments = [...allWritesArguments, ...args.split(' ')];
  const report = await runVerifier(contract, url, allArguments, editorCredentials);
  expect(failedChecks(report)).toEqual([]);
});

test.each([
  [
    'ignores the name of a node in a session id',
    (id: string) => `${id}.node1`,
    (id: string) => id.split('.')[0] ?? '',
  ],
  [
    'reads a session id as a GUID',
    (id: string) => `6f9619ff-8b86-4011-b42d-${id.padStart(12, 'a')}`,
    (id: string) => id.toLowerCase(),
  ],
])('a backend that %s conforms', async (_, createId, normalize) => {
  const sessions = new Set<string>();
  let count = 0;
  const url = await backendUrl({
    rules: {
      createSessionId: () => {
        count += 1;
        return createId(`${count}abcdef`);
      },
      signInHeaders: (id) => {
        sessions.add(normalize(id));
        return { 'Set-Cookie': `JSESSIONID=${id}; Path=/; HttpOnly` };
      },
      isSession: (id = '') => sessions.has(normalize(id)),
      endSession: (id = '') => void sessions.delete(normalize(id)),
    },
  });
  const args = [...allWritesArguments, '--phases', 'stateful'];
  const report = await runVerifier(contract, url, args, editorCredentials);
  expect(failedChecks(report)).toEqual([]);
});
