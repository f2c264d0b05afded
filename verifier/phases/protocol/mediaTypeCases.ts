import { encodeBody, findMediaType, isForm, isJson, parseMediaType } from '#contract';
import type { CaseDraft, RowKind } from '../../plan/testCase.ts';

import type { PhaseContext } from '../phaseContext.ts';

/** Media types that a server may confuse with a declared one. */
const others = [
  'application/xml',
  'text/plain',
  'application/json',
  'application/x-www-form-urlencoded',
  'application/json-contract-check',
];

/**
 * Finds servers that read a body whatever its Content-Type says, that reject a spelling of the declared one, or
 * that fail on a malformed one.
 */
export function* mediaTypeCases(context: PhaseContext): Iterable<CaseDraft> {
  const { operation, media, base } = context;
  const essence = parseMediaType(media?.mediaType ?? '')?.essence;
  if (!operation.requestBody || essence === undefined) return;

  const { content } = operation.requestBody;
  for (const type of others) {
    const parsed = parseMediaType(type);
    if (!parsed || findMediaType(content, parsed)) continue;

    // A server that parses the body before it checks the type finds nothing wrong.
    const known = type.includes('json') ? 'application/json' : type;
    const body = encodeBody(base.values.body, known);
    yield withType(context, 'undeclared media type', type, body);
  }

  // Popular parsers of forms know no parameter after capital letters.
  const spellings = [
    essence.toUpperCase(),
    `${essence};charset="utf-8"`,
    `${essence}; charset=UTF-8`,
  ];
  for (const type of isJson(essence) || isForm(essence) ? spellings : []) {
    yield withType(context, 'valid data', type);
  }
  const unusual = [`${essence}; charset=contract-check`, 'multipart/form-data', 'contract-check;='];
  for (const type of ['', ...unusual]) yield withType(context, 'unusual request', type);
}

/** The base request with another Content-Type, or without one. */
function withType(
  { operation, base }: PhaseContext,
  kind: RowKind,
  type: string,
  body?: Buffer,
): CaseDraft {
  const isMissing = type === '';
  return {
    ...base,
    kind,
    description: isMissing ? 'The body has no Content-Type.' : `The Content-Type is ${type}.`,
    pointer: operation.requestBody?.pointer ?? operation.pointer,
    rewrite: (request) => {
      const { 'Content-Type': _, ...headers } = request.headers;
      const typed = isMissing ? headers : { ...headers, 'Content-Type': type };
      const bytes = body ?? request.body;
      return bytes && { ...request, headers: typed, body: bytes };
    },
  };
}
