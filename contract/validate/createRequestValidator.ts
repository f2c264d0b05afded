import type { Contract, Operation, Parameter } from '../contract.ts';
import { createMessageParser } from '../http/createMessageParser.ts';
import { hasCredentials } from '../http/credentials.ts';
import { headerText, type RequestMessage } from '../http/httpMessage.ts';
import { matchContentType } from '../http/mediaType.ts';
import {
  createSchemaViolations,
  createViolation,
  type Rule,
  type Violation,
} from '../violation.ts';

/** A request's violations and its values, parsed into the types of their schemas. */
export interface ValidatedRequest {
  /** The violations; empty if the request conforms to the contract. */
  violations: Violation[];
  parameters: Readonly<Record<Parameter['in'], Readonly<Record<string, unknown>>>>;
  /** The parsed body; undefined if it is missing or malformed. */
  body?: unknown;
}

interface ValidatedValue {
  violations: Violation[];
  /** The parsed value; undefined if it is missing or malformed. */
  value?: unknown;
}

/** Creates the function that validates a request to an operation. */
export function createRequestValidator(contract: Contract) {
  const { parseParameter, parseBody } = createMessageParser(contract);

  return function validateRequest(operation: Operation, request: RequestMessage): ValidatedRequest {
    const violations = validateCredentials(contract, operation, request);
    const parameters: Record<Parameter['in'], Record<string, unknown>> = {
      path: {},
      query: {},
      header: {},
      cookie: {},
    };
    for (const parameter of operation.parameters) {
      const value = parseParameter(parameter, request);
      violations.push(...validateParameter(parameter, value));
      if (value !== undefined) parameters[parameter.in][parameter.name] = value;
    }
    const body = validateBody(operation, request);
    violations.push(...body.violations);
    return { violations, parameters, body: body.value };
  };

  function validateParameter(parameter: Parameter, value: unknown): Violation[] {
    const { in: place, name, required, pointer, validate } = parameter;
    const rule = 'request.parameter';
    const location = `${place} ${name}`;
    if (value !== undefined) {
      return createSchemaViolations(contract, rule, location, validate(value));
    }
    if (!required) return [];
    return [createViolation(contract, { rule, location, pointer, reason: 'is missing' })];
  }

  function validateBody(
    { requestBody }: Operation,
    { headers, body }: RequestMessage,
  ): ValidatedValue {
    if (!requestBody) return { violations: [] };

    const { pointer, required, content } = requestBody;
    const contentType = headerText(headers, 'content-type');
    const isEmpty = body.length === 0;
    if (isEmpty && !required) return { violations: [] };
    if (isEmpty && contentType === undefined) return reject('request.body', pointer, 'is missing');

    const match = matchContentType(content, contentType);
    if ('reason' in match) return reject('request.media-type', pointer, match.reason);

    const { actual, declared } = match;
    const parsed = parseBody(body, actual, declared);
    if (parsed.kind === 'malformed') {
      return reject('request.syntax', declared.pointer, parsed.reason);
    }

    const { value } = parsed;
    const found = declared.validate(value);
    return { violations: createSchemaViolations(contract, 'request.body', 'body', found), value };
  }

  function reject(rule: Rule, pointer: string, reason: string): ValidatedValue {
    return { violations: [createViolation(contract, { rule, location: 'body', pointer, reason })] };
  }
}

function validateCredentials(
  contract: Contract,
  operation: Operation,
  request: RequestMessage,
): Violation[] {
  if (hasCredentials(operation, request)) return [];

  const { pointer, security } = operation;
  const alternatives = security.map((schemes) => schemes.map(({ name }) => name).join(' and '));
  const reason = `are missing: ${alternatives.join(' or ')}`;
  const rule = 'request.credentials';
  return [createViolation(contract, { rule, location: 'credentials', pointer, reason })];
}
