import { fileURLToPath } from 'node:url';
import { createRequestCheck } from '../../../mock-api/contract/checkRequest.ts';
import { createResponseCheck } from '../../../mock-api/contract/checkResponse.ts';
import type { Operation } from '../../../mock-api/contract/contract.ts';
import { loadContract } from '../../../mock-api/contract/loadContract.ts';
import type { RequestMessage, ResponseMessage } from '../../../mock-api/contract/message.ts';

/** A contract that has nothing in common with the product's: other shapes, other styles. */
export const library = await loadContract(fileURLToPath(new URL('library.yaml', import.meta.url)));

const checkRequest = createRequestCheck(library);
const checkResponse = createResponseCheck(library);

export function operationOf(id: string): Operation {
  const operation = library.operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`The library has no operation ${id}.`);
  return operation;
}

interface Sent extends Partial<Omit<RequestMessage, 'body'>> {
  body?: string;
}

/** A request as the contract reads it. */
export function read(id: string, { body = '', ...sent }: Sent = {}) {
  const message = { pathValues: {}, query: '', headers: {}, ...sent, body: Buffer.from(body) };
  return checkRequest(operationOf(id), message);
}

/** What is wrong with a request: rule and place. */
export function requestFaults(id: string, sent?: Sent): string[] {
  return read(id, sent).faults.map(({ rule, at }) => `${rule} ${at}`);
}

interface Answered extends Partial<Omit<ResponseMessage, 'body'>> {
  type?: string;
  body?: string | Uint8Array;
}

/** What is wrong with an answer: rule and place. */
export function answerFaults(
  id: string,
  { type, body = '', ...answered }: Answered = {},
): string[] {
  const headers = { ...(type !== undefined && { 'content-type': type }), ...answered.headers };
  const message = { status: 200, ...answered, headers, body: Buffer.from(body) };
  return checkResponse(operationOf(id), message).map(({ rule, at }) => `${rule} ${at}`);
}
