import { asMethod, editHeaders, editJson, late } from '../changes.ts';
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
import { brief } from '../probes.ts';
import { guidBriefId, knownBrief } from '../state.ts';
import { change, faultsOf, headersOf, method, when } from './fault.ts';

const found = json(200, knownBrief);
const header = headersOf((headers) => brief('daily-harvest', headers));
const withMethod = (name: string) => brief('daily-harvest', {}, name);

/** What a decoded id leads to. The probe has it encoded. */
const id = (encoded: string, pattern: RegExp, effect: BackendResponse) =>
  when(brief(encoded), (request) => request.id, pattern, effect);

/** What a request target leads to. The probe has it from the id on. */
const target = (end: string, pattern: RegExp, effect: BackendResponse) =>
  when(brief(end), (request) => request.target, pattern, effect);

export const getBriefFaults = faultsOf('getBrief', {
  response_schema_conformance: {
    'an old brief has no fullName': change(
      brief(encodeURIComponent(guidBriefId)),
      editJson((value: { name: string }) =>
        value.name === 'Food & Drink' ? { name: value.name } : value,
      ),
    ),
    '__proto__ is found': id('__proto__', /^__proto__$/, json(200, {})),
  },
  content_type_conformance: {
    'browsers get XML': header(
      'accept',
      'text/html,application/xml;q=0.9,*/*;q=0.8',
      /xml/,
      text(200, 'application/xml', '<brief/>'),
    ),
    'a malformed encoding gets a page': target('%zz', /%zz/, html(400, 'URIError')),
    'two dots get a page': id('a..b', /\.\./, html(403, 'Forbidden')),
    'a device name gets a page': id('con', /^con$/, html(404, 'Not Found')),
    'a long cookie gets the page of a proxy': header(
      'cookie',
      `prefs=${'a'.repeat(2100)}`,
      /.{2049}/,
      html(400, 'Cookie Too Large'),
    ),
  },
  content_encoding_conformance: {
    'a plain body is labelled as gzip': change(
      brief(),
      editHeaders(200, { 'Content-Encoding': 'gzip' }),
    ),
  },
  response_headers_conformance: {
    'HEAD has the length of an empty body': change(
      withMethod('HEAD'),
      editHeaders(200, { 'Content-Length': '0' }, (request) => request.method === 'HEAD'),
    ),
  },
  status_code_conformance: {
    'an extension selects a format': id('a.xml', /\.xml$/, empty(406)),
    'a header is a method': header('x-http-method-override', 'DELETE', /DELETE/, empty(204)),
    'a parameter is a method': target('a?_method=DELETE', /_method=DELETE/, empty(204)),
    'any entity tag counts as known': header('if-none-match', '"other"', /./, empty(304)),
    'any range gets 416': header('range', 'bytes=0-3', /./, empty(416)),
  },
  positive_data_acceptance: {
    'the length is that of the encoded id': target('%41'.repeat(64), /[^/?]{129}/, rejected),
    'the id "null" counts as none': id('null', /^null$/, rejected),
    'the id "0" counts as none': id('0', /^0$/, rejected),
    'a dot at the end is rejected': id('a.', /\.$/, rejected),
    'escapes in lower case are not decoded': target(
      encodeURIComponent(guidBriefId).replace('%7B', '%7b'),
      /%\d[a-f]/,
      problem(404, 'Not Found'),
    ),
  },
  negative_data_rejection: {
    'the id is decoded twice': id('%2564aily-harvest', /^%[46]/, found),
    '";" ends the id': id('daily-harvest;v=1', /^daily-harvest;/, found),
    'NUL ends the id': id('daily-harvest%00a', /^daily-harvest\0/, found),
    'a line feed may follow the id': id('daily-harvest%0A', /^daily-harvest\n$/, found),
    '"%" matches anything': id('daily%25', /^da.*%$/, found),
    'full-width letters match': id('%EF%BD%84', /^[\uff00-\uffef]/, found),
  },
  unknown_resource_rejection: {
    'the id is put into SQL': id("x'%20OR%20'1'%3D'1", /' or /i, found),
    'accents are ignored': id('da%CC%88ily', /\u0301|\u0308/, found),
    'zero-width spaces are removed': id('a%E2%80%8B', /\u200b/, found),
  },
  not_a_server_error: {
    'many digits crash': id('9'.repeat(20), /^\d{19,}$/, crashPage),
    'the id is compiled as a regular expression': id('*', /^[*+]/, crashPage),
    'an empty id crashes': id('', /^$/, crashPage),
    'a malformed date crashes': header('if-modified-since', 'yesterday', /^\D+$/, crashPage),
    'no Accept crashes': header('accept', undefined, /^$/, crashPage),
    'any language crashes': header('accept-language', '*', /^\*$/, crashPage),
    'a malformed traceparent crashes': header('traceparent', 'x', /^(?![\da-f]{2}-|$)/, crashPage),
    'a cookie with JSON crashes': header('cookie', 'a={}', /\{/, crashPage),
    'the first request crashes': change(brief(), () => {
      let count = 0;
      return (_request, next) => (++count === 1 ? crashPage : next());
    }),
  },
  response_received: {
    'a pattern backtracks for ever': change(
      brief(`${'a'.repeat(60)}!`),
      late(Infinity, (request) => /^\w{40,}\W$/.test(request.id)),
    ),
  },
  unsupported_method: {
    'DELETE succeeds': method(withMethod('DELETE'), empty(204)),
    'POST reads': method(withMethod('POST'), asMethod('GET')),
    'PUT reads': method(withMethod('PUT'), asMethod('GET')),
  },
});
