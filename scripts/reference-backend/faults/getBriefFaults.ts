import { asMethod, editHeaders, editJson, hangs, header, method, when } from '../changes.ts';
import {
  type BackendResponse,
  crashPage,
  empty,
  html,
  json,
  problem,
  rejected,
  text,
} from '../exchange.ts';
import { knownBrief } from '../state.ts';
import { faultsOf } from './fault.ts';

const found = json(200, knownBrief);

/** What a decoded id leads to. */
const id = (pattern: RegExp, response: BackendResponse) =>
  when((request) => request.id, pattern, response);

/** What a request target leads to. */
const target = (pattern: RegExp, response: BackendResponse) =>
  when((request) => request.target, pattern, response);

export const getBriefFaults = faultsOf('getBrief', {
  response_schema_conformance: {
    'an old brief has no fullName': editJson((value: { name: string }) =>
      value.name === 'Food & Drink' ? { name: value.name } : value,
    ),
    '__proto__ is found': id(/^__proto__$/, json(200, {})),
  },
  content_type_conformance: {
    'browsers get XML': header('accept', /xml/, text(200, 'application/xml', '<brief/>')),
    'a malformed encoding gets a page': target(/%zz/, html(400, 'URIError')),
    'two dots get a page': id(/\.\./, html(403, 'Forbidden')),
    'a long cookie gets the page of a proxy': header(
      'cookie',
      /.{2049}/,
      html(400, 'Cookie Too Large'),
    ),
  },
  content_encoding_conformance: {
    'a plain body is labelled as gzip': editHeaders(200, { 'Content-Encoding': 'gzip' }),
  },
  response_headers_conformance: {
    'HEAD has the length of an empty body': editHeaders(
      200,
      { 'Content-Length': '0' },
      (request) => request.method === 'HEAD',
    ),
  },
  status_code_conformance: {
    'an extension selects a format': id(/\.xml$/, empty(406)),
    'a header is a method': header('x-http-method-override', /DELETE/, empty(204)),
    'a parameter is a method': target(/_method=DELETE/, empty(204)),
    'any entity tag counts as known': header('if-none-match', /./, empty(304)),
    'any range gets 416': header('range', /./, empty(416)),
  },
  positive_data_acceptance: {
    'the length is that of the encoded id': target(/[^/?]{129}/, rejected),
    'the id "null" counts as none': id(/^null$/, rejected),
    'the id "0" counts as none': id(/^0$/, rejected),
    'a dot at the end is rejected': id(/\.$/, rejected),
    'escapes in lower case are not decoded': target(/%\d[a-f]/, problem(404, 'Not Found')),
  },
  negative_data_rejection: {
    'the id is decoded twice': id(/^%[46]/, found),
    '";" ends the id': id(/^daily-harvest;/, found),
    'NUL ends the id': id(/^daily-harvest\0/, found),
    'a line feed may follow the id': id(/^daily-harvest\n$/, found),
    '"%" matches anything': id(/^da.*%$/, found),
    'full-width letters match': id(/^[\uff00-\uffef]/, found),
  },
  unknown_resource_rejection: {
    'the id is put into SQL': id(/' or /i, found),
    'accents are ignored': id(/\u0301|\u0308/, found),
    'zero-width spaces are removed': id(/\u200b/, found),
  },
  not_a_server_error: {
    'many digits crash': id(/^\d{19,}$/, crashPage),
    'the id is compiled as a regular expression': id(/^[*+]/, crashPage),
    'an empty id crashes': id(/^$/, crashPage),
    'a malformed date crashes': header('if-modified-since', /^\D+$/, crashPage),
    'no Accept crashes': header('accept', /^$/, crashPage),
    'any language crashes': header('accept-language', /^\*$/, crashPage),
    'a malformed traceparent crashes': header('traceparent', /^(?![\da-f]{2}-|$)/, crashPage),
    'a cookie with JSON crashes': header('cookie', /\{/, crashPage),
    'the first request crashes': () => {
      let count = 0;
      return (_request, next) => (++count === 1 ? crashPage : next());
    },
  },
  response_received: {
    'a pattern backtracks for ever': hangs((request) => /^\w{40,}\W$/.test(request.id)),
  },
  unsupported_method: {
    'DELETE succeeds': method('DELETE', empty(204)),
    'POST reads': method('POST', asMethod('GET')),
    'PUT reads': method('PUT', asMethod('GET')),
  },
});
