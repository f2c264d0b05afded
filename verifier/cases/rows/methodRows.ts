import { isForm, isJson } from '#contract';
import type { Expected } from '../../model.ts';
import type { WireRequest } from '../../send/wireRequest.ts';
import { type Row, withHeaders } from './row.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];

const mediaTypes = [
  'application/xml',
  'text/plain',
  'application/json',
  'application/x-www-form-urlencoded',
  'application/json-contract-check',
];

/** Methods, framing and media types. */
export const methodRows: readonly Row[] = [
  {
    name: 'the method is HEAD',
    expected: 'accept',
    // What follows the response shows only on a connection that is kept.
    change: (request) =>
      request.method === 'GET' ? { ...request, method: 'HEAD', reusesConnection: true } : undefined,
  },
  {
    name: 'the body is sent in chunks',
    expected: 'accept',
    change: (request) => request.body && { ...request, isChunked: true },
  },
  ...methods.map(
    (method): Row => ({
      name: `the method is ${method}`,
      expected: 'method',
      // A router may look at the id first.
      tolerated: method === 'PUT' ? [400, 404, 501] : [501],
      change({ target }, { path }) {
        const [plain = ''] = target.split('?', 1);
        return { method, target: method === 'PUT' ? withMarkup(plain, path) : plain, headers: {} };
      },
    }),
  ),
  ...mediaTypes.map(
    (type): Row => ({
      name: `the Content-Type is ${type}`,
      expected: 'media type',
      // A server that parses the body before it checks the type finds nothing wrong.
      change: (request) =>
        request.body && {
          ...withHeaders(request, { 'Content-Type': type }),
          body: convertBody(request, type),
        },
    }),
  ),
  spelling('is in upper case', 'accept', (type) => type.toUpperCase()),
  spelling('has the charset in quotes', 'accept', (type) => `${type};charset="utf-8"`),
  spelling('has a charset', 'accept', (type) => `${type}; charset=UTF-8`),
  spelling('has an unknown charset', 'any', (type) => `${type}; charset=contract-check`),
  spelling('is malformed', 'any', () => 'contract-check;='),
  spelling('is multipart/form-data without a boundary', 'any', () => 'multipart/form-data'),
];

/** The page of an error may repeat the path or the query unescaped. */
function withMarkup(target: string, path: string): string {
  const markup = '%3Cb%3Econtract-check';
  const changed = path.endsWith('}') ? target.replace(/[^/]*$/, markup) : target;
  return `${changed}?contractCheck=${markup}`;
}

function spelling(name: string, expected: Expected, spell: (type: string) => string): Row {
  return {
    name: `the Content-Type ${name}`,
    expected,
    change: (request) =>
      request.body &&
      withHeaders(request, { 'Content-Type': spell(request.headers['Content-Type'] ?? '') }),
  };
}

/** The same values in the other media type, as far as it can have them. */
function convertBody({ headers, body }: WireRequest, type: string): Buffer {
  const text = String(body);
  const { 'Content-Type': declared = '' } = headers;
  if (isForm(type) && isJson(declared)) {
    return Buffer.from(String(new URLSearchParams(JSON.parse(text))));
  }
  if (/json/.test(type) && isForm(declared)) {
    return Buffer.from(JSON.stringify(Object.fromEntries(new URLSearchParams(text))));
  }
  return Buffer.from(text);
}
