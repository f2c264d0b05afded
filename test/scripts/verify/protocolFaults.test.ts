import { describe, expect, test } from 'vitest';
import {
  type BackendRequest,
  type BackendResponse,
  empty,
  html,
  json,
  problem,
  withHeaders,
} from '../../../scripts/reference-backend/exchange.ts';
import { expectCases, type FaultRow, failedCases } from '../../support/verify/failedCases.ts';

const serverError = problem(500);
const rejected = problem(400);
const accepted = json(200, { accepted: true });
const page = html(200, 'Brief');

describe('a server that reads JSON carelessly', () => {
  const args = ['--only', 'submitFeedback', '--phases', 'protocol'];
  const bodyMatches = (pattern: RegExp) => (request: BackendRequest) =>
    request.method === 'POST' && pattern.test(request.body.toString('latin1'));

  test('is reported for each body that it accepts or fails on', async () => {
    const rows: FaultRow[] = [
      [bodyMatches(/,\}$/), accepted],
      [bodyMatches(/\} x$/), accepted],
      [bodyMatches(/^\[\{/), accepted],
      [bodyMatches(/BRIEFID/), accepted],
      [bodyMatches(/__proto__/), accepted],
      [bodyMatches(/:null,/), accepted],
      [bodyMatches(/\[{9000}/), serverError],
      [bodyMatches(/^\xef\xbb\xbf/), serverError],
      [bodyMatches(/\xff/), serverError],
      [bodyMatches(/\\ud800/), serverError],
      [bodyMatches(/briefId.*briefId/), serverError],
      [bodyMatches(/\\u0061/), rejected],
      [({ headers }) => headers['content-encoding'] === 'gzip', serverError],
      [({ body }) => body.length > 100_000, serverError],
      [(request) => request.method === 'POST' && request.body.length === 0, serverError],
    ];
    expect(await failedCases(rows, args)).toEqual([
      'negative_data_rejection: The body has a trailing comma.',
      'negative_data_rejection: The body has an unknown property that is null.',
      'negative_data_rejection: The body has property names in upper case.',
      'negative_data_rejection: The body has the property "__proto__".',
      'negative_data_rejection: The body is an array around the object.',
      'negative_data_rejection: The body is followed by other text.',
      'not_a_server_error: The body begins with a byte order mark.',
      'not_a_server_error: The body has each property twice.',
      'not_a_server_error: The body is 256 KiB, most of them blanks.',
      'not_a_server_error: The body is compressed with gzip.',
      'not_a_server_error: The body is empty, with a Content-Type.',
      'not_a_server_error: The body is in UTF-16.',
      'not_a_server_error: The body is nested 10000 levels deep.',
      'not_a_server_error: The body is not compressed, but labelled as gzip.',
      'not_a_server_error: The body is not valid UTF-8.',
      'not_a_server_error: The body\'s "briefId" ends with a lone surrogate.',
      'not_a_server_error: The body\'s "recaptchaResponse" ends with a lone surrogate.',
      'not_a_server_error: The body\'s "subjectLine" ends with a lone surrogate.',
      'not_a_server_error: The body\'s "subscriberId" ends with a lone surrogate.',
      'not_a_server_error: The body\'s "text" ends with a lone surrogate.',
      'positive_data_acceptance: The body has every character of its strings escaped.',
      'positive_data_acceptance: The body has white space around it, escaped characters and the reverse order of properties.',
    ]);
  });

  test('is reported for each media type and transfer that it reads wrongly', async () => {
    const unsupported = problem(415);
    const rows: FaultRow[] = [
      [({ headers }) => /charset/.test(headers['content-type'] ?? ''), unsupported],
      [({ headers }) => /JSON/.test(headers['content-type'] ?? ''), unsupported],
      [({ headers }) => headers['content-type'] === 'text/plain', accepted],
      [({ headers }) => /^application\/json-/.test(headers['content-type'] ?? ''), accepted],
      [({ headers }) => headers['transfer-encoding'] !== undefined, rejected],
      [({ headers }) => headers.expect !== undefined, serverError],
      [({ headers }) => /pref=/.test(headers.cookie ?? ''), rejected],
    ];
    expect(await failedCases(rows, args)).toEqual([
      'not_a_server_error: The request has Expect: 100-continue.',
      'positive_data_acceptance: The Content-Type is APPLICATION/JSON.',
      'positive_data_acceptance: The Content-Type is application/json; charset=UTF-8.',
      'positive_data_acceptance: The Content-Type is application/json;charset="utf-8".',
      'positive_data_acceptance: The body is sent in chunks that divide a character.',
      'positive_data_acceptance: The body is sent in chunks.',
      'positive_data_acceptance: The request has cookies of other applications.',
      'unsupported_media_type: The Content-Type is application/json-contract-check+json.',
      'unsupported_media_type: The Content-Type is text/plain.',
    ]);
  });
});

test('a server that reads forms carelessly is reported', async () => {
  const bodyIncludes = (part: string) => (request: BackendRequest) => request.body.includes(part);
  const rows: FaultRow[] = [
    [bodyIncludes('[]='), serverError],
    [bodyIncludes('%zz'), serverError],
    [bodyIncludes('%ff%fe'), serverError],
    [bodyIncludes('&&'), rejected],
    [(request) => String(request.body).split('username=').length > 2, serverError],
    [bodyIncludes('{"'), { ...page, body: '' }],
  ];
  expect(await failedCases(rows, ['--only', 'signIn', '--phases', 'protocol'])).toEqual([
    'negative_data_rejection: The form is JSON.',
    'not_a_server_error: The form has a field twice.',
    'not_a_server_error: The form has a malformed percent-encoding.',
    'not_a_server_error: The form has brackets after a name.',
    'not_a_server_error: The form has bytes that are not UTF-8.',
    'positive_data_acceptance: The form has an unknown field and empty pairs.',
  ]);
});

describe('a server that handles reads wrongly', () => {
  const args = ['--only', 'getBrief', '--phases', 'protocol'];

  test('is reported for each header and method', async () => {
    const rows: FaultRow[] = [
      [({ method }) => method === 'HEAD', serverError],
      [({ headers }) => headers['if-none-match'] !== undefined, empty(304)],
      [({ headers }) => headers['if-modified-since'] !== undefined, serverError],
      [({ headers }) => /html/.test(headers.accept ?? ''), page],
      [({ target }) => target.includes('contractCheck=%00'), serverError],
      [({ target }) => target.includes('_method=DELETE'), problem(405)],
      [({ headers }) => headers['x-original-url'] !== undefined, problem(404)],
      [({ headers }) => (headers['accept-language'] ?? '').length > 100, serverError],
    ];
    expect(await failedCases(rows, args)).toEqual([
      'content_type_conformance: The request has a browser’s Accept.',
      'not_a_server_error: If-Modified-Since is in 1970.',
      'not_a_server_error: If-Modified-Since is no date.',
      'not_a_server_error: The method is HEAD.',
      'not_a_server_error: The query has an undeclared parameter.',
      'not_a_server_error: The request has a long Accept-Language.',
      'positive_data_acceptance: X-Original-URL is "/contract-check".',
      'status_code_conformance: If-None-Match has another entity tag.',
      'status_code_conformance: The query has parameters that frameworks act on.',
    ]);
  });

  test.each([
    [
      'labels plain text as gzip',
      'content_encoding_conformance',
      (response: BackendResponse) => withHeaders(response, { 'Content-Encoding': 'gzip' }),
    ],
    [
      'sends a byte order mark',
      'response_schema_conformance',
      (response: BackendResponse) => ({ ...response, body: `\ufeff${response.body}` }),
    ],
  ])('is reported if it %s', async (_, check, change) => {
    const rows: FaultRow[] = [[({ id }) => id.endsWith('daily-harvest'), change]];
    const failed = await failedCases(rows, ['--only', 'getBrief', '--phases', 'examples']);
    expect(failed).toEqual([`${check}: The base request, unchanged.`]);
  });

  test('is reported for slow responses if the option says so', async () => {
    const args = ['--only', 'getBrief', '--phases', 'examples', '--max-response-time', '0.000001'];
    expect(await failedCases([], args)).toContain(
      'max_response_time: The base request, unchanged.',
    );
  });

  test('is reported for a read that fails sometimes, differs or fails at the same time', async () => {
    let count = 0;
    let separateCount = 0;
    const rows: FaultRow[] = [
      [
        ({ id, method }) => {
          if (method === 'GET' && id.endsWith('daily-harvest')) count += 1;
          return count === 8;
        },
        serverError,
      ],
      [() => count === 10, json(200, { name: 'other', fullName: 'Another' })],
      [
        ({ headers }) => {
          if (headers.connection === 'close') separateCount += 1;
          return separateCount === 5;
        },
        rejected,
      ],
    ];
    const failed = await failedCases(rows, ['--only', 'getBrief', '--phases', 'repetition']);
    expect(failed).toEqual([
      'not_a_server_error: The base request, number 7 of 10 sent in turn.',
      'positive_data_acceptance: Number 3 of 6 different requests at the same time. The base request, unchanged.',
      'response_consistency: Number 3 of 6 different requests at the same time. The base request, unchanged.',
      'response_consistency: The base request, number 9 of 10 sent in turn.',
    ]);
  });
});

test('a server that accepts JSON with other syntax is reported for each', async () => {
  const sends = (pattern: RegExp) => (request: BackendRequest) =>
    request.method === 'POST' && pattern.test(String(request.body));
  const faults: [FaultRow[0], string][] = [
    [sends(/\}\{\}$/), 'is followed by a second object'],
    [sends(/\/\* a \*\//), 'has comments'],
    [sends(/^\{'/), 'has single quotes'],
    [sends(/[^}]$/), 'lacks the last brace'],
    [sends(/^\{\w/), 'has names without quotes'],
    [sends(/[^"{}\s,:]\n/), 'has a line break in a string'],
    [sends(/:NaN/), 'has the number NaN'],
    [sends(/:007/), 'has the number 007'],
  ];
  const args = ['--only', 'submitFeedback', '--phases', 'protocol'];
  await expectCases(faults, accepted, args, 'negative_data_rejection: The body ');
});

test('a server that fails on what clients and gateways add is reported', async () => {
  const header = (name: string, pattern: RegExp) => (request: { headers: object }) =>
    pattern.test(String(Object.entries(request.headers).find(([key]) => key === name)?.[1]));
  const rows: FaultRow[] = [
    [header('authorization', /Basic/), problem(401)],
    [header('x-forwarded-for', /^127/), rejected],
    [header('traceparent', /contract/), serverError],
    [header('x-http-method-override', /DELETE/), rejected],
    [header('x-forwarded-proto', /https/), empty(308)],
    [header('user-agent', /^undefined$/), rejected],
    [header('origin', /null/), serverError],
    [
      header('accept-encoding', /^identity$/),
      (response) => withHeaders(response, { 'Content-Encoding': 'x-own' }),
    ],
  ];
  const expected = [
    'content_encoding_conformance: Accept-Encoding is "identity".',
    'not_a_server_error: The Origin is null.',
    'not_a_server_error: The request has tracing headers that are malformed.',
    'positive_data_acceptance: The request has X-HTTP-Method-Override.',
    'positive_data_acceptance: The request has an Authorization header.',
    'positive_data_acceptance: The request has no Accept and no User-Agent.',
    'positive_data_acceptance: X-Forwarded-For is "127.0.0.1".',
    'status_code_conformance: X-Forwarded-Proto is "https".',
  ];
  const failed = await failedCases(rows, ['--only', 'getBrief', '--phases', 'protocol']);
  expect(failed).toEqual(expect.arrayContaining(expected));
});

test('a response that breaks a rule of HTTP is reported', async () => {
  const rows: FaultRow[] = [
    [
      ({ method }) => method === 'HEAD',
      (response) => withHeaders(response, { 'Content-Length': '1' }),
    ],
    [
      ({ id, method }) => method === 'GET' && id.endsWith('daily-harvest'),
      (response) => withHeaders(response, { 'Content-Length': `${response.body.length}` }),
    ],
    [
      ({ id }) => id === 'currentUser',
      (response) => withHeaders(response, { 'Cache-Control': 'max-age=60' }),
    ],
  ];
  const args = ['--phases', 'protocol,stateful', '--skip-check', 'positive_data_acceptance'];
  const failed = await failedCases(rows, args);
  expect(failed).toContain('response_headers_conformance: The method is HEAD.');
  expect(failed).toContain('response_headers_conformance: The link "currentUser" of signIn.');
});

test('a server that mixes up requests at the same time is reported', async () => {
  // No other request of this phase has an invalid id.
  const rows: FaultRow[] = [
    [
      ({ method, id }) => method === 'GET' && id !== 'daily-harvest',
      json(200, { name: 'daily-harvest', fullName: 'The Daily Harvest' }),
    ],
  ];
  const args = ['--only', 'getBrief', '--phases', 'repetition'];
  expect((await failedCases(rows, args)).join('\n')).toMatch(
    /negative_data_rejection: Number \d of 6 different requests at the same time/,
  );
});
