import { body, edit, editHeaders, field, hangs, header, method, on, repeated } from '../changes.ts';
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
import { faultsOf } from './fault.ts';

const accepted = empty(204);
const unsupported = problem(415, 'Unsupported Media Type');

/** What a property of a submission leads to if it satisfies the condition. */
const value = (name: string, matches: (received: unknown) => boolean, response: BackendResponse) =>
  on(({ fields }) => 'text' in fields && matches(fields[name]), response);

export const submitFeedbackFaults = faultsOf('submitFeedback', {
  response_schema_conformance: {
    '"OK" is labelled as JSON': edit(204, () => text(200, 'application/json', 'OK')),
  },
  response_headers_conformance: {
    'a 204 has a length': editHeaders(204, { 'Content-Length': '0' }),
  },
  content_type_conformance: {
    'a large body gets the page of a proxy': edit(413, () => html(413, 'Request Entity Too Large')),
    'an Origin gets a text': header('origin', /./, text(403, 'text/plain', 'Forbidden')),
    'more than 8 KiB get a page': on(
      (request) => request.body.length > 8192 && request.body.length < 65_536,
      html(413, 'Too Large'),
    ),
  },
  status_code_conformance: {
    'the same message twice is a conflict': repeated(
      (request) => (/^\{.*\}$/s.test(request.text) ? request.text : undefined),
      problem(409, 'Duplicate entry'),
    ),
  },
  positive_data_acceptance: {
    'fetch metadata is rejected': header('sec-fetch-mode', /cors/, problem(403, 'No.')),
    'members of staff may not submit': on(
      (request, { sessions }) => sessions.has(request.sessionId ?? ''),
      problem(403, 'Subscribers only'),
    ),
    'a charset gets 415': header('content-type', /^application\/json;/, unsupported),
    'capital letters get 415': header('content-type', /[A-Z]/, unsupported),
    'a text of blanks is empty': field('text', /^\s+$/, rejected),
    'lengths are those of UTF-16': field('subjectLine', /.{101}/s, rejected),
    'the text "0" is empty': field('text', /^0$/, rejected),
    'the number 0 is missing': value('subscriberId', (it) => it === 0, rejected),
    'a negative number is rejected': value('subscriberId', (it) => Number(it) < 0, rejected),
    'an exponent is rejected': body(/"subscriberId":\s*[\d.]+e/i, rejected),
    'an id has at most 50 characters': field('briefId', /.{51}/, rejected),
    'a captcha response has at most 1,024 characters': field(
      'recaptchaResponse',
      /.{1025}/,
      rejected,
    ),
    'the order of properties matters': body(/^\s*\{\s*"[^bt]/, rejected),
    'white space in JSON is rejected': body(/^\{\s/, rejected),
    'an escaped slash is rejected': body(/\\\/|\\u002f/i, rejected),
    'a query is rejected': on(({ query }) => query !== '', html(404, 'Not Found')),
  },
  negative_data_rejection: {
    'an array is unwrapped': body(/^\[\{.*\}\]$/s, accepted),
    'the pattern of an id is searched for': field('briefId', / /, accepted),
    'an id has no limit': field('briefId', /.{129}/, accepted),
    'other text may follow': body(/\} x$/, accepted),
    'an object may follow': body(/\}\s*\{/, accepted),
    'a comma may follow': body(/,\s*\}$/, accepted),
    'single quotes work': body(/^\{'/, accepted),
    'NaN is a number': body(/:NaN/, accepted),
    '007 is a number': body(/:007/, accepted),
    'the last brace may be missing': body(/^\{.*"$/s, accepted),
  },
  unsupported_media_type: {
    'any type with "json" works': header('content-type', /json-/, accepted),
    'a form works': header('content-type', /form/, accepted),
  },
  not_a_server_error: {
    'OPTIONS crashes': method('OPTIONS', crashPage),
    'null crashes': body(/^null$/, crashPage),
    'a missing text crashes': on(
      ({ fields }) => 'briefId' in fields && !('text' in fields),
      crashPage,
    ),
    'a null id crashes': value('briefId', (it) => it === null, crashPage),
    'a number beyond doubles crashes': body(/1e400/, crashPage),
    'an empty parameter crashes': header('content-type', /;$/, crashPage),
    'a quoted charset crashes': header('content-type', /"/, crashPage),
    'no boundary crashes': header('content-type', /data$/, crashPage),
    'a byte order mark crashes': body(/^\ufeff/, crashPage),
  },
  response_received: {
    'many blanks backtrack for ever': hangs((request) => /\s{200}/.test(request.field('text'))),
  },
  unsupported_method: {
    'GET succeeds': method('GET', json(200, {})),
  },
});
