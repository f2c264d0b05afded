import { test } from 'vitest';
import { body, edit, header, on, when } from '../../../scripts/reference-backend/changes.ts';
import {
  crashPage,
  empty,
  html,
  json,
  problem,
  rejected,
  withHeaders,
} from '../../../scripts/reference-backend/exchange.ts';
import { expectReported } from '../../support/verify/failedCases.ts';

const accepted = json(200, { accepted: true });
const unsupported = problem(415);
const page = html(200, 'Brief');

const query = (pattern: RegExp, response: typeof page) =>
  when((request) => request.query, pattern, response);

test('a server that reads JSON carelessly is reported for each body and header', () =>
  expectReported('--only submitFeedback --phases protocol', {
    not_a_server_error: {
      'is compressed with gzip': header('content-encoding', /gzip/, crashPage),
      'is nested 10000 levels deep': body(/\[{9000}/, crashPage),
      'begins with a byte order mark': body(/^\ufeff/, crashPage),
      'is not valid UTF-8': body(/\ufffd/, crashPage),
      '"subscriberId" ends with a lone surrogate': body(/"subscriberId":"\w*\\ud8/, crashPage),
      'has each property twice': body(/briefId.*briefId/, crashPage),
      'is 256 KiB, most of them blanks': on((request) => request.body.length > 1e5, crashPage),
      'is empty, with a Content-Type': body(/^$/, crashPage),
      'has Expect: 100-continue': header('expect', /./, crashPage),
    },
    negative_data_rejection: {
      'has a trailing comma': body(/,\}$/, accepted),
      'is followed by other text': body(/\} x$/, accepted),
      'is followed by a second object': body(/\}\{\}$/, accepted),
      'is an array around the object': body(/^\[\{/, accepted),
      'has property names in upper case': body(/BRIEFID/, accepted),
      'has the property "__proto__"': body(/__proto__/, accepted),
      'has a line break in a string': body(/[^"{}\s,:]\n/, accepted),
      'has the number NaN': body(/:NaN/, accepted),
      'lacks the last brace': body(/^\{"[^}]*$/, accepted),
    },
    positive_data_acceptance: {
      'has every character of its strings escaped': body(/\\u0061/, rejected),
      'is APPLICATION/JSON': header('content-type', /JSON/, unsupported),
      'is application/json;charset="utf-8"': header('content-type', /charset/, unsupported),
      'has cookies of other applications': header('cookie', /pref=/, rejected),
    },
    unsupported_media_type: {
      'is text/plain': header('content-type', /^text/, accepted),
      'is application/json-contract-check+json': header('content-type', /json-/, accepted),
    },
  }));

test('a server that reads forms carelessly is reported', () =>
  expectReported('--only signIn --phases protocol', {
    negative_data_rejection: { 'The form is JSON': body(/\{"/, page) },
    not_a_server_error: {
      'has brackets after a name': body(/\[\]=/, crashPage),
      'has a malformed percent-encoding': body(/%zz/, crashPage),
      'has bytes that are not UTF-8': body(/%ff%fe/, crashPage),
      'has a field twice': body(/(username=.*){2}/, crashPage),
    },
    positive_data_acceptance: { 'has an unknown field and empty pairs': body(/&&/, rejected) },
  }));

test('a server that handles what clients and gateways add to a read wrongly is reported', () =>
  expectReported('--only getBrief --phases protocol', {
    content_type_conformance: { 'has a browser’s Accept': header('accept', /html/, page) },
    content_encoding_conformance: {
      'Accept-Encoding: identity': edit(
        200,
        (response) => withHeaders(response, { 'Content-Encoding': 'x-own' }),
        ({ headers }) => headers['accept-encoding'] === 'identity',
      ),
    },
    status_code_conformance: {
      'If-None-Match has another entity tag': header('if-none-match', /./, empty(304)),
      'has parameters that frameworks act on': query(/_method=DELETE/, problem(405)),
      'X-Forwarded-Proto: https': header('x-forwarded-proto', /^https$/, empty(308)),
    },
    not_a_server_error: {
      'has an undeclared parameter': query(/contractCheck=%00/, crashPage),
      'has a long Accept-Language': header('accept-language', /.{100}/, crashPage),
      'has tracing headers that are malformed': header('traceparent', /contract/, crashPage),
      'The Origin is null': header('origin', /null/, crashPage),
    },
    positive_data_acceptance: {
      'X-Original-URL: /contract-check': header('x-original-url', /./, problem(404)),
      'has an Authorization header': header('authorization', /Basic/, problem(401)),
      'has X-HTTP-Method-Override': header('x-http-method-override', /DELETE/, rejected),
      'has no Accept and no User-Agent': header('user-agent', /^$/, rejected),
    },
  }));

test('a read that fails sometimes, differs or fails at the same time is reported', () => {
  let count = 0;
  let separateCount = 0;
  return expectReported('--only getBrief --phases repetition', {
    not_a_server_error: {
      'number 7 of 10 sent in turn': on(({ id, method: name }) => {
        if (name === 'GET' && id.endsWith('daily-harvest')) count += 1;
        return count === 8;
      }, crashPage),
    },
    response_consistency: {
      'number 9 of 10 sent in turn': on(
        () => count === 10,
        json(200, { name: 'a', fullName: 'A' }),
      ),
      'Number 3 of 6 different requests at the same time': on(({ headers }) => {
        if (headers.connection === 'close') separateCount += 1;
        return separateCount === 5;
      }, rejected),
    },
    negative_data_rejection: {
      // No other request of this phase has an invalid id.
      'of 6 different requests at the same time': on(
        ({ id, method: name }) => name === 'GET' && id !== 'daily-harvest',
        json(200, { name: 'daily-harvest', fullName: 'The Daily Harvest' }),
      ),
    },
  });
});
