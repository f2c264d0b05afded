import {
  findMediaType,
  isForm,
  isJson,
  parseMediaType,
} from '../../../../mock-api/contract/http/mediaType.ts';
import type { CaseDraft } from '../../plan/testCase.ts';
import type { WireRequest } from '../../plan/wireRequest.ts';
import type { PhaseContext } from '../phaseContext.ts';

/** Media types that a server may confuse with a declared one come first. */
const candidates = [
  ...['application/xml', 'text/plain', 'application/json', 'application/x-www-form-urlencoded'],
  ...['application/json-contract-check+json', 'multipart/form-data; boundary=a'],
];

const defaultCount = 4;

/** Spellings of the declared media type, and media types that the operation does not declare. */
export function* mediaTypeCases({ operation, base }: PhaseContext): Iterable<CaseDraft> {
  const { requestBody } = operation;
  const declared = parseMediaType(base.values.mediaType ?? '');
  if (!requestBody || !declared) return;
  const { pointer } = requestBody;
  const { essence } = declared;
  const undeclared = candidates.filter((name) => {
    const type = parseMediaType(name);
    return type && !findMediaType(requestBody.content, type);
  });
  for (const [i, name] of undeclared.entries()) {
    yield {
      ...base,
      kind: 'undeclared media type',
      description: `The Content-Type is ${name}.`,
      pointer,
      rewrite: withContentType(name),
      isThorough: i >= defaultCount,
    };
  }
  if (isJson(essence) || isForm(essence)) {
    const spelling = (name: string): CaseDraft => ({
      ...base,
      description: `The Content-Type is ${name}.`,
      pointer,
      rewrite: withContentType(name),
    });
    yield spelling(`${essence}; charset=UTF-8`);
    const parts = [essence.toUpperCase(), `${essence};charset="utf-8"`].map(spelling);
    yield { ...spelling(`${essence.toUpperCase()};charset="utf-8"`), parts };
  }
  const unusual = { ...base, kind: 'unusual request', pointer } as const;
  yield {
    ...unusual,
    description: 'The body has no Content-Type.',
    rewrite: withContentType(undefined),
  };
  const oddTypes = [
    ...[`${essence};`, `${essence}; charset=contract-check`],
    'multipart/form-data',
  ];
  for (const name of oddTypes) {
    const description = `The Content-Type is ${name}.`;
    yield { ...unusual, description, rewrite: withContentType(name) };
  }
  yield {
    ...unusual,
    description: 'The Content-Encoding is unknown.',
    rewrite: (request) => ({
      ...request,
      headers: { ...request.headers, 'Content-Encoding': 'contract-check' },
    }),
  };
  yield {
    ...unusual,
    description: 'The Content-Type is malformed.',
    rewrite: withContentType('contract-check;='),
  };
}

function withContentType(type: string | undefined) {
  return (request: WireRequest): WireRequest => {
    const { 'Content-Type': _, ...others } = request.headers;
    return {
      ...request,
      headers: type === undefined ? others : { ...others, 'Content-Type': type },
    };
  };
}
