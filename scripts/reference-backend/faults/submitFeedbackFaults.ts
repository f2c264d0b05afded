import { edit, editHeaders, late, on, repeated } from '../changes.ts';
import { crashPage, empty, html, json, problem, rejected, text } from '../exchange.ts';
import { session, signIn, submission, submit, submitBody } from '../probes.ts';
import { bodiesOf, change, type Effect, faultsOf, fieldsOf, headersOf, method } from './fault.ts';

const valid = submit();
const validBody = JSON.stringify(submission);
const numberBody = (number: string) => validBody.replace('"3141592"', number);
const accepted = empty(204);
const unsupported = problem(415, 'Unsupported Media Type');

const header = headersOf((headers) => submit({}, headers));
const body = bodiesOf(submitBody);
const field = fieldsOf(submit);
const withMethod = (name: string) => ({ ...valid, method: name });

/** What a value of a submission leads to if it is the given one, or satisfies the condition. */
const value = (
  name: string,
  sent: unknown,
  effect: Effect,
  matches = (received: unknown) => received === sent,
) =>
  change(
    submit({ [name]: sent }),
    on(({ fields }) => 'text' in fields && matches(fields[name]), effect),
  );

export const submitFeedbackFaults = faultsOf('submitFeedback', {
  response_schema_conformance: {
    '"OK" is labelled as JSON': change(
      valid,
      edit(204, () => text(200, 'application/json', 'OK')),
    ),
  },
  response_headers_conformance: {
    'a 204 has a length': change(valid, editHeaders(204, { 'Content-Length': '0' })),
  },
  content_type_conformance: {
    'a large body gets the page of a proxy': change(
      submit({ text: 'a'.repeat(100_000) }),
      edit(413, () => html(413, 'Request Entity Too Large')),
    ),
    'an Origin gets a text': header('origin', 'null', /./, text(403, 'text/plain', 'Forbidden')),
    'more than 8 KiB get a page': change(
      submitBody(validBody + ' '.repeat(9000)),
      on(
        (request) => request.body.length > 8192 && request.body.length < 65_536,
        html(413, 'Too Large'),
      ),
    ),
  },
  status_code_conformance: {
    'the same message twice is a conflict': change(
      [valid, valid],
      repeated(
        (request) => (/^\{.*\}$/s.test(request.text) ? request.text : undefined),
        problem(409, 'Duplicate entry'),
      ),
    ),
  },
  positive_data_acceptance: {
    'fetch metadata is rejected': header('sec-fetch-mode', 'cors', /cors/, problem(403, 'No.')),
    'members of staff may not submit': change(
      [signIn(), submit({}, session)],
      on(
        (request, { sessions }) => sessions.has(request.sessionId ?? ''),
        problem(403, 'Subscribers only'),
      ),
    ),
    'a charset gets 415': header(
      'content-type',
      'application/json; charset=utf-8',
      /^application\/json;/,
      unsupported,
    ),
    'capital letters get 415': header('content-type', 'Application/JSON', /[A-Z]/, unsupported),
    'a text of blanks is empty': field('text', ' ', /^\s+$/, rejected),
    'lengths are those of UTF-16': field('subjectLine', '🥐'.repeat(100), /.{101}/s, rejected),
    'the text "0" is empty': field('text', '0', /^0$/, rejected),
    'the number 0 is missing': value('subscriberId', 0, rejected),
    'a negative number is rejected': value('subscriberId', -1, rejected, (it) => Number(it) < 0),
    'an exponent is rejected': body(numberBody('1e3'), /"subscriberId":\s*[\d.]+e/i, rejected),
    'an id has at most 50 characters': field('briefId', 'a'.repeat(51), /.{51}/, rejected),
    'a captcha response has at most 1,024 characters': field(
      'recaptchaResponse',
      'a'.repeat(1500),
      /.{1025}/,
      rejected,
    ),
    'the order of properties matters': body(
      JSON.stringify(Object.fromEntries(Object.entries(submission).reverse())),
      /^\s*\{\s*"[^bt]/,
      rejected,
    ),
    'white space in JSON is rejected': body(JSON.stringify(submission, null, 2), /^\{\s/, rejected),
    'an escaped slash is rejected': body(
      validBody.replace('every', 'every\\/'),
      /\\\/|\\u002f/i,
      rejected,
    ),
    'a query is rejected': change(
      { ...valid, target: `${valid.target}?a=b` },
      on(({ query }) => query !== '', html(404, 'Not Found')),
    ),
  },
  negative_data_rejection: {
    'an array is unwrapped': body(`[${validBody}]`, /^\[\{.*\}\]$/s, accepted),
    'the pattern of an id is searched for': field('briefId', 'daily harvest', / /, accepted),
    'an id has no limit': field('briefId', 'a'.repeat(129), /.{129}/, accepted),
    'other text may follow': body(`${validBody} x`, /\} x$/, accepted),
    'an object may follow': body(validBody + validBody, /\}\s*\{/, accepted),
    'a comma may follow': body(validBody.replace(/}$/, ',}'), /,\s*\}$/, accepted),
    'single quotes work': body(validBody.replaceAll('"', "'"), /^\{'/, accepted),
    'NaN is a number': body(numberBody('NaN'), /:NaN/, accepted),
    '007 is a number': body(numberBody('007'), /:007/, accepted),
    'the last brace may be missing': body(validBody.slice(0, -1), /^\{.*"$/s, accepted),
  },
  unsupported_media_type: {
    'any type with "json" works': header('content-type', 'application/json-x', /json-/, accepted),
    'a form works': header('content-type', 'application/x-www-form-urlencoded', /form/, accepted),
  },
  not_a_server_error: {
    'OPTIONS crashes': method(withMethod('OPTIONS'), crashPage),
    'null crashes': body('null', /^null$/, crashPage),
    'a missing text crashes': change(
      submit({ text: undefined }),
      on(({ fields }) => 'briefId' in fields && !('text' in fields), crashPage),
    ),
    'a null id crashes': value('briefId', null, crashPage),
    'a number beyond doubles crashes': body(numberBody('1e400'), /1e400/, crashPage),
    'an empty parameter crashes': header('content-type', 'application/json;', /;$/, crashPage),
    'a quoted charset crashes': header(
      'content-type',
      'application/json; charset="utf-8"',
      /"/,
      crashPage,
    ),
    'no boundary crashes': header('content-type', 'multipart/form-data', /data$/, crashPage),
    'a byte order mark crashes': body(`\ufeff${validBody}`, /^\ufeff/, crashPage),
  },
  response_received: {
    'many blanks backtrack for ever': change(
      submit({ text: `${' '.repeat(300)}a` }),
      late(Infinity, (request) => /\s{200}/.test(request.field('text'))),
    ),
  },
  unsupported_method: {
    'GET succeeds': method(withMethod('GET'), json(200, {})),
  },
});
