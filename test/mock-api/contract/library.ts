import { fileURLToPath } from 'node:url';
import type { Operation } from '../../../mock-api/contract/contract.ts';
import type {
  RequestMessage,
  ResponseMessage,
} from '../../../mock-api/contract/http/httpMessage.ts';
import { loadContract } from '../../../mock-api/contract/load/loadContract.ts';
import { createRequestValidator } from '../../../mock-api/contract/validate/validateRequest.ts';
import { createResponseValidator } from '../../../mock-api/contract/validate/validateResponse.ts';

/** A contract unlike the product's, with other schemas and parameter styles. */
export const library = await loadContract(fileURLToPath(new URL('library.yaml', import.meta.url)));

const validateRequest = createRequestValidator(library);
const validateResponse = createResponseValidator(library);

export function operationOf(id: string): Operation {
  const operation = library.operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`The library has no operation ${id}.`);
  return operation;
}

interface RequestParts extends Partial<Omit<RequestMessage, 'body'>> {
  body?: string;
}

/** Validates a request to an operation of the library. */
export function validate(id: string, { body = '', ...parts }: RequestParts = {}) {
  const message = { pathValues: {}, query: '', headers: {}, ...parts, body: Buffer.from(body) };
  return validateRequest(operationOf(id), message);
}

/** The violations of a request, each as its rule and location. */
export function requestViolations(id: string, parts?: RequestParts): string[] {
  return validate(id, parts).violations.map(({ rule, location }) => `${rule} ${location}`);
}

interface ResponseParts extends Partial<Omit<ResponseMessage, 'body'>> {
  type?: string;
  body?: string | Uint8Array;
}

/** The violations of a response, each as its rule and location. */
export function responseViolations(
  id: string,
  { type, body = '', ...parts }: ResponseParts = {},
): string[] {
  const headers = { ...(type !== undefined && { 'content-type': type }), ...parts.headers };
  const message = { status: 200, ...parts, headers, body: Buffer.from(body) };
  return validateResponse(operationOf(id), message).map(
    ({ rule, location }) => `${rule} ${location}`,
  );
}
