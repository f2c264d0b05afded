import { essenceOf, findMessageProblems, headerText, isJson } from '#contract';
import type { Check, Finding } from '../model.ts';
import { toRequestMessage } from '../send/wireRequest.ts';
import type { CheckName } from './checkNames.ts';

/** Finds what HTTP forbids in any response, and internal details. */
const findMessageFindings: Check = ({ operation, request, response }, { contract, url }) => {
  const { headers, body } = toRequestMessage(request);
  const text = `${url.origin} ${request.target} ${Buffer.from(body)}`;
  const problems = findMessageProblems(contract, operation, { headers, text }, response);
  return problems.map(({ location, reason, expected, isDisclosure }): Finding => {
    const check = isDisclosure ? 'internal_details_disclosure' : checkOfLocation(location);
    const place = location.replace(/^(\w+)[ /](.*)/, '$1 "$2"');
    // The value may be another one each time.
    const predicate = /^is "[^"]*"$/.test(reason) ? `is not ${expected}` : reason;
    return { check, message: `The ${place} ${predicate}.`, expected };
  });
};

function checkOfLocation(location: string): CheckName {
  if (location === 'header content-encoding') return 'content_encoding_conformance';
  return location.startsWith('body')
    ? 'response_schema_conformance'
    : 'response_headers_conformance';
}

/** Finds an `ETag` without quotation marks, which browsers ignore (RFC 9110, 8.8.3). */
const findMalformedTag: Check = ({ response: { headers } }) => {
  const tag = headerText(headers, 'etag');
  if (tag === undefined || /^(W\/)?"[^"\s]*"$/.test(tag)) return [];

  const message = 'The ETag has no quotation marks.';
  return [{ check: 'response_headers_conformance', message, expected: 'ETag: "…"' }];
};

/** Finds an entity of HTML in JSON: a page would show it, or run a script in the text if it decodes it. */
const findEntity: Check = ({ request, response: { headers, body } }) => {
  const text = String(body ?? '');
  const [entity] = /&(#\d+|#x[\da-f]+|amp|lt|gt|quot|apos|nbsp);/i.exec(text) ?? [];
  const isJsonText = isJson(essenceOf(headerText(headers, 'content-type')));
  if (!entity || !isJsonText || String(request.body ?? '').includes(entity)) return [];

  const message = `A text in the JSON has an entity of HTML: ${entity}`;
  return [
    {
      check: 'response_schema_conformance',
      message,
      expected: 'the character itself',
      isWarning: true,
    },
  ];
};

/** Checks of all responses, whatever the contract says. */
export const httpConformance: readonly Check[] = [
  findMessageFindings,
  findMalformedTag,
  findEntity,
];
