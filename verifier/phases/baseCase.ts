import type { Contract, Operation } from '../../contract/index.ts';
import { type BaseOptions, baseBody, baseParameters } from '../plan/baseValues.ts';
import type { ValidDraft } from '../plan/testCase.ts';

const baseDescription = 'The base request, unchanged.';

/** Whether a case is the base request of its operation. */
export function isBase({ description }: { description: string }): boolean {
  return description === baseDescription;
}

/** The request from which the others are derived; undefined if no valid one was found. */
export function baseCase(
  contract: Contract,
  operation: Operation,
  options: BaseOptions,
  isTagged: boolean,
): ValidDraft | undefined {
  const parameters = baseParameters(operation, options);
  const missing = operation.parameters.filter(
    ({ name, in: location, required }) => required && !parameters.has(`${location} ${name}`),
  );
  const [media] = operation.requestBody?.content ?? [];
  const body = media && baseBody(media, options, isTagged);
  if (missing.length > 0 || (media && !body)) return undefined;

  const valuesIn = (place: RegExp) =>
    [...parameters].flatMap(([key, value]) => (place.test(key) ? [value] : []));
  // The path names the resource, if it has parameters.
  const inPath = valuesIn(/^path /);
  const parts =
    inPath.length > 0 ? inPath : [...valuesIn(/^(query|cookie) /), ...(body ? [body] : [])];
  return {
    kind: 'valid data',
    description: baseDescription,
    pointer: operation.pointer,
    usesExistingValues: parts.every(({ isExisting }) => isExisting),
    ...(mayNeedSession(contract, operation) && { toleratedStatuses: [401, 403] }),
    values: {
      parameters: new Map([...parameters].map(([key, { value }]) => [key, value])),
      ...(media && { mediaType: media.mediaType, body: body?.value }),
    },
  };
}

/**
 * Whether an operation without security requirements declares 401 and follows another one in a session: it
 * may reject a request without a session.
 */
function mayNeedSession({ operations }: Contract, { id, security, responses }: Operation): boolean {
  const isLinked = operations.some((operation) =>
    operation.responses.some(({ links }) => links.some((link) => link.operationId === id)),
  );
  return isLinked && security.length === 0 && responses.some(({ status }) => status === '401');
}
