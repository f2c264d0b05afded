import {
  findMediaType,
  isForm,
  isJson,
  isRecord,
  parseMediaType,
} from '../../../contract/index.ts';
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
export function* mediaTypeCases({ operation, base }: PhaseContext): Iterable<CaseDraft> {
  const { requestBody } = operation;
  const { body } = base.values;
  const essence = parseMediaType(base.values.mediaType ?? '')?.essence;
  if (!requestBody || essence === undefined) return;

  const undeclared = others.filter((name) => {
    const type = parseMediaType(name);
    return type && !findMediaType(requestBody.content, type);
  });
  // Popular parsers of forms know no parameter after capital letters.
  const spellings = [
    essence.toUpperCase(),
    `${essence};charset="utf-8"`,
    `${essence}; charset=UTF-8`,
  ];
  const unusual = [`${essence}; charset=contract-check`, 'multipart/form-data', 'contract-check;='];
  const rows: (readonly [RowKind, types: readonly string[]])[] = [
    ['undeclared media type', undeclared],
    ['valid data', isJson(essence) || isForm(essence) ? spellings : []],
    ['unusual request', ['', ...unusual]],
  ];
  for (const [kind, types] of rows) {
    for (const type of types) {
      const description =
        type === '' ? 'The body has no Content-Type.' : `The Content-Type is ${type}.`;
      yield {
        ...base,
        kind,
        description,
        pointer: requestBody.pointer,
        rewrite: (request) => {
          const { 'Content-Type': _, ...headers } = request.headers;
          const encoded = kind === 'undeclared media type' ? encodeAs(type, body) : undefined;
          return {
            ...request,
            headers: { ...headers, ...(type !== '' && { 'Content-Type': type }) },
            ...(encoded && { body: encoded }),
          };
        },
      };
    }
  }
}

/** The body in another media type, so that a server that parses it before it checks the type finds nothing wrong. */
function encodeAs(type: string, body: unknown): Buffer | undefined {
  if (!isRecord(body)) return undefined;
  if (type.includes('json')) return Buffer.from(JSON.stringify(body));
  if (!isForm(type)) return undefined;

  const fields = Object.entries(body).map(([name, value]): [string, string] => [name, `${value}`]);
  return Buffer.from(String(new URLSearchParams(fields)));
}
