import {
  encodeBody,
  findResponse,
  isBodyless,
  isJson,
  isRecord,
  type Operation,
  parseMediaType,
} from '../../contract/index.ts';
import { createProblem, problemMediaType } from '../scenarios/problem.ts';
import {
  challenge,
  exampleHeaders,
  type MockResponse,
  negotiate,
  withStatus,
  withType,
} from './findExampleResponse.ts';

/** Properties that error formats use for the reason, the most common first. */
const reasonProperties = ['message', 'detail', 'error_description', 'description', 'error'];

/**
 * The response to an error of a request, in the format that the contract declares for the status, or as
 * problem details (RFC 9457) if it declares none. The body is the contract's example, with the reason if it has a
 * property for it, or else the first one that conforms to the contract.
 */
export function createErrorResponse(
  operation: Operation | undefined,
  status: number,
  message: string,
  accept?: string,
): MockResponse {
  const declared = operation && findResponse(operation, status);
  if (!declared) {
    const headers = operation ? challenge(operation, status) : {};
    const body = Buffer.from(JSON.stringify(createProblem(status, message)));
    return { status, headers: withType(headers, problemMediaType), body };
  }
  const headers = exampleHeaders(operation, declared, status);
  const candidates = isBodyless(status) ? [] : negotiate(declared.content, accept);
  for (const media of candidates) {
    const { mediaType } = media;
    const value = [media.examples[0]?.value, describeError(mediaType, status, message)]
      .flatMap((each) => [...withReason(each, status, message), each])
      .map((each) => withStatus(each, mediaType, status))
      .find((each) => each !== undefined && media.validate(each).length === 0);
    const body = encodeBody(value, mediaType);
    if (body) return { status, headers: withType(headers, mediaType), body };
  }
  return { status, headers, body: Buffer.alloc(0) };
}

/** The error in the usual form of a media type. */
function describeError(mediaType: string, status: number, message: string): unknown {
  const { essence = '' } = parseMediaType(mediaType) ?? {};
  if (essence === problemMediaType) return createProblem(status, message);
  if (isJson(essence)) return { message };
  if (!/html|xml/.test(essence)) return message;
  const title = message.replace(/[&<]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html><title>${title}</title>`;
}

function withReason(value: unknown, status: number, message: string): unknown[] {
  if (!isRecord(value)) return [];
  return reasonProperties
    .filter((name) => typeof value[name] === 'string')
    .map((name) => ({ ...value, ...('status' in value && { status }), [name]: message }));
}

const alternatives: Readonly<Record<number, readonly number[]>> = { 400: [422, 404], 401: [403] };

/** The status for an error that the contract declares: the usual one, or the nearest alternative. */
export function declaredStatus(operation: Operation, status: number): number {
  const candidates = [status, ...(alternatives[status] ?? [])];
  return candidates.find((candidate) => findResponse(operation, candidate)) ?? status;
}
