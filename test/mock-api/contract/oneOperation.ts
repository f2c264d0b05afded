import { createOperationMatcher } from '../../../mock-api/contract/http/matchOperation.ts';
import { readForm } from '../../../mock-api/contract/http/readForm.ts';
import { parseContract } from '../../../mock-api/contract/load/loadContract.ts';
import { createRequestValidator } from '../../../mock-api/contract/validate/validateRequest.ts';

/** A contract of one operation, `POST /x`. */
export function contractOf(operation: object, version = '3.1.1') {
  return contractOfPaths({ '/x': { post: operation } }, version);
}

export function contractOfPaths(paths: object, version = '3.1.1') {
  const document = { openapi: version, info: { title: 'One', version: '1' }, paths };
  return parseContract(JSON.stringify(document), 'contract.json');
}

/** Creates the function that validates a request to the operation, with a body of a media type. */
export function requestsTo(operation: object) {
  const contract = contractOf(operation);
  const validateRequest = createRequestValidator(contract);
  const match = createOperationMatcher(contract)('POST', '/x');
  if (match.kind !== 'operation') throw new Error('The path does not match.');
  return async ({ query = '', body, type }: { query?: string; body?: BodyInit; type?: string }) => {
    const sent = new Response(
      body ?? null,
      type === undefined ? {} : { headers: { 'content-type': type } },
    );
    const headers = Object.fromEntries(sent.headers);
    const bytes = new Uint8Array(await sent.arrayBuffer());
    const form = await readForm(headers, bytes);
    const result = validateRequest(match.operation, {
      pathValues: {},
      query,
      headers,
      body: bytes,
      form,
    });
    return { ...result, messages: result.violations.map(({ message }) => message) };
  };
}
