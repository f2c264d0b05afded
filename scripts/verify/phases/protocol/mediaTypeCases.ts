import {
  findMediaType,
  isForm,
  isJson,
  isRecord,
  parseMediaType,
} from '../../../../mock-api/contract/index.ts';
import type { CaseDraft, ValidDraft } from '../../plan/testCase.ts';
import type { WireRequest } from '../../plan/wireRequest.ts';
import type { PhaseContext } from '../phaseContext.ts';

/** Media types that a server may confuse with a declared one come first. */
const candidates = [
  'application/xml',
  'text/plain',
  'application/json',
  'application/x-www-form-urlencoded',
  'application/json-contract-check+json',
  'multipart/form-data; boundary=a',
];

const defaultCount = 4;

/** Spellings of the declared media type, and media types that the operation does not declare. */
export function* mediaTypeCases({ operation, base }: PhaseContext): Iterable<CaseDraft> {
  const { requestBody } = operation;
  const { body } = base.values;
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
      rewrite: withContentType(name, encodeAs(name, body)),
      isThorough: i >= defaultCount,
    };
  }
  if (isJson(essence) || isForm(essence)) {
    const spelling = (name: string): ValidDraft => ({
      ...base,
      description: `The Content-Type is ${name}.`,
      pointer,
      rewrite: withContentType(name),
    });
    yield spelling(`${essence}; charset=UTF-8`);
    const capitals = essence.toUpperCase();
    const parts = [capitals, `${essence};charset="utf-8"`].map(spelling);
    // Popular parsers of forms know no parameter after capital letters.
    yield isForm(essence)
      ? spelling(capitals)
      : { ...spelling(`${capitals};charset="utf-8"`), parts };
  }
  const unusual = { ...base, kind: 'unusual request', pointer } as const;
  const oddTypes = [`${essence};`, `${essence}; charset=contract-check`, 'multipart/form-data'];
  for (const [description, type] of [
    ['The body has no Content-Type.', undefined],
    ...oddTypes.map((name) => [`The Content-Type is ${name}.`, name] as const),
    ['The Content-Type is malformed.', 'contract-check;='],
  ] as const) {
    yield { ...unusual, description, rewrite: withContentType(type) };
  }
  yield {
    ...unusual,
    description: 'The Content-Encoding is unknown.',
    rewrite: (request) => ({
      ...request,
      headers: { ...request.headers, 'Content-Encoding': 'contract-check' },
    }),
  };
}

function withContentType(type: string | undefined, body?: Buffer) {
  return (request: WireRequest): WireRequest => {
    const { 'Content-Type': _, ...others } = request.headers;
    return {
      ...request,
      headers: type === undefined ? others : { ...others, 'Content-Type': type },
      ...(body && { body }),
    };
  };
}

/** The body in another media type, so that a server that parses it before it checks the type finds nothing wrong. */
function encodeAs(type: string, body: unknown): Buffer | undefined {
  if (!isRecord(body)) return undefined;
  if (isJson(type)) return Buffer.from(JSON.stringify(body));
  if (!isForm(type)) return undefined;
  const fields = Object.entries(body).map(([name, value]): [string, string] => [name, `${value}`]);
  return Buffer.from(String(new URLSearchParams(fields)));
}
