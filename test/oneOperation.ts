import { createOperationMatcher, createRequestValidator, parseContract } from '#contract';

interface OperationParts {
  method?: string;
  path?: string;
  components?: object;
  servers?: object[];
}

/** Creates a contract with one operation, `POST /x` by default. `parts` are other parts of the document. */
export function contractOf(
  operation: object,
  { method = 'post', path = '/x', ...parts }: OperationParts = {},
) {
  return contractOfPaths({ [path]: { [method]: operation } }, parts);
}

export function contractOfPaths(paths: object, parts: object = {}) {
  const document = { openapi: '3.1.1', info: { title: 'One', version: '1' }, paths, ...parts };
  return parseContract(JSON.stringify(document), 'contract.json');
}

/** Creates the part of an operation that declares a required request body. */
export function bodyOf(schema: object, type = 'application/json') {
  return { requestBody: { required: true, content: { [type]: { schema } } } };
}

interface RequestParts {
  query?: string;
  body?: string | Uint8Array;
  type?: string;
  headers?: Record<string, string>;
}

/** Creates the function that validates a request to the operation, with a body of a media type. */
export function requestsTo(operation: object, parts: OperationParts = {}) {
  const contract = contractOf(operation, parts);
  const validateRequest = createRequestValidator(contract);
  const match = createOperationMatcher(contract)('POST', '/x');
  if (match.kind !== 'operation') throw new Error('The path does not match.');
  return ({ query = '', body = '', type, headers }: RequestParts) => {
    const request = {
      pathValues: {},
      query,
      headers: { 'content-type': type, ...headers },
      body: Buffer.from(body),
    };
    const result = validateRequest(match.operation, request);
    return { ...result, messages: result.violations.map(({ message }) => message) };
  };
}
