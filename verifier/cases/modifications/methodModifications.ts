import { isForm, isJson, type Operation, splitTarget } from '#contract';
import type { WireRequest } from '../../send/wireRequest.ts';
import { type Modification, withHeaders } from './modification.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];

const mediaTypes = [
  'application/xml',
  'text/plain',
  'application/json',
  'application/x-www-form-urlencoded',
  'application/json-contract-check',
];

/** Modifications of the method, the framing and the media type. */
export const methodModifications: readonly Modification[] = [
  {
    name: 'the method is HEAD',
    // Bytes after the response are noticed only on a connection that is kept.
    modify: (request) =>
      request.method === 'GET' ? { ...request, method: 'HEAD', reusesConnection: true } : undefined,
  },
  {
    name: 'the body is sent in chunks',
    modify: (request) => request.body && { ...request, isChunked: true },
  },
  ...methods.map(
    (method): Modification => ({
      name: `the method is ${method}`,
      expected: 'method',
      // A router may look at the id first.
      tolerated: method === 'PUT' ? [400, 404, 501] : [501],
      modify(request, operation) {
        const { path } = splitTarget(request.target);
        const target = method === 'PUT' ? withMarkup(path, operation) : path;
        return { method, target, headers: {} };
      },
    }),
  ),
  ...mediaTypes.map(
    (type): Modification => ({
      name: `the Content-Type is ${type}`,
      expected: 'media type',
      // The body is converted, so that a server does not reject it for its syntax.
      modify: (request) =>
        request.body && {
          ...withHeaders(request, { 'Content-Type': type }),
          body: convertBody(request, type),
        },
    }),
  ),
  spelling('is in upper case', (type) => type.toUpperCase()),
  spelling('has the charset in quotes', (type) => `${type};charset="utf-8"`),
  spelling('has a charset', (type) => `${type}; charset=UTF-8`),
  spelling('has an unknown charset', (type) => `${type}; charset=contract-check`, 'any'),
  spelling('is malformed', () => 'contract-check;=', 'any'),
  spelling('is multipart/form-data without a boundary', () => 'multipart/form-data', 'any'),
];

/** Adds markup to a path and its query, which an error page may repeat unescaped. */
function withMarkup(path: string, operation: Operation): string {
  const markup = '%3Cb%3Econtract-check';
  const changed = operation.path.endsWith('}') ? path.replace(/[^/]*$/, markup) : path;
  return `${changed}?contractCheck=${markup}`;
}

function spelling(name: string, spell: (type: string) => string, expected?: 'any'): Modification {
  return {
    name: `the Content-Type ${name}`,
    expected,
    modify: (request) =>
      request.body &&
      withHeaders(request, { 'Content-Type': spell(request.headers['Content-Type'] ?? '') }),
  };
}

/** Encodes the values of a form as JSON, or those of JSON as a form. */
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
