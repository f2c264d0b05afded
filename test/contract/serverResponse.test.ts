import { expect, test } from 'vitest';
import { isOfServer } from '#contract';
import { contractOf } from '../oneOperation.ts';

const securitySchemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  token: { type: 'apiKey', in: 'query', name: 'token' },
};
const security = [{ key: [] }];

interface Row {
  status: number;
  method?: string;
  query?: string;
  headers?: Record<string, string>;
  isInvalid?: boolean;
  /** The parts of the operation, which is a POST. */
  declared?: object;
}

function isSentByServer({ status, method = 'POST', query = '', headers = {}, ...row }: Row) {
  const parts = { responses: { 200: {} }, ...row.declared };
  const [operation] = contractOf(parts, { components: { securitySchemes } }).operations;
  const request = { method, query, isInvalid: row.isInvalid };
  return operation && isOfServer(operation, request, { status, headers });
}

const errors = (...statuses: (number | string)[]) => {
  return { responses: Object.fromEntries(statuses.map((status) => [status, {}])) };
};

test.each(
  Object.entries<Row>({
    'a limit that says when to try again': { status: 429, headers: { 'retry-after': '1' } },
    'a URL that is too long': { status: 414 },
    '411 where all errors are declared alike': { status: 411, declared: errors('default') },
    '404 for a query that cannot be decoded': { status: 404, query: 'page=%zz' },
    '405 for an undeclared method': { status: 405, method: 'HEAD' },
    '501 for an undeclared method': { status: 501, method: 'TRACE', declared: errors('default') },
    '403 where no status for credentials is declared': { status: 403, declared: { security } },
    '400 for an invalid request where only 404 is declared': {
      status: 400,
      isInvalid: true,
      declared: errors(404),
    },
  }),
)('%s may be sent by a server itself', (_, row) => {
  expect(isSentByServer(row)).toBe(true);
});

test.each(
  Object.entries<Row>({
    'a limit that does not say when': { status: 429 },
    '403 where 401 is declared': { status: 403, declared: { security, ...errors(401) } },
    '403 of a public operation': { status: 403 },
    '405 for the declared method': { status: 405 },
    '501 for the declared method': { status: 501 },
    '500 for an undeclared method': { status: 500, method: 'HEAD' },
    '400 for an invalid request where 422 is declared': {
      status: 400,
      isInvalid: true,
      declared: errors(422),
    },
    '400 without a query': { status: 400 },
    '404 for an undeclared query': { status: 404, query: 'page=1' },
  }),
)('%s is sent by the operation', (_, row) => {
  expect(isSentByServer(row)).toBe(false);
});

const page = { name: 'page', in: 'query', example: 1, schema: { type: 'integer' } };
const declared = { parameters: [page], security: [{ token: [] }] };

test.each(
  Object.entries({
    'page=1': false,
    'page=0&token=x': false,
    'Page=1': true,
    'page=1&utm_source=a': true,
    'page=%zz': true,
    '%ff=1': true,
  }),
)('a 400 for the query %s may be sent by a server itself: %s', (query, expected) => {
  expect(isSentByServer({ status: 400, query, declared })).toBe(expected);
});
