import type { Contract, Operation, Parameter } from '../contract.ts';
import { hasCredentials } from '../http/credentials.ts';
import { headerText, type RequestMessage } from '../http/httpMessage.ts';
import { matchContentType } from '../http/mediaType.ts';
import { createMessageParser } from '../http/parseBody.ts';
import {
  createSchemaViolations,
  createViolation,
  type Rule,
  type Violation,
} from '../violation.ts';

/** A request's violations and its values, parsed into the types of their schemas. */
export interface ValidatedRequest {
  /** Empty if the request conforms to the contract. */
  violations: Violation[];
  parameters: Readonly<Record<Parameter['in'], Readonly<Record<string, unknown>>>>;
  /** Undefined if there is no body, or none that can be parsed. */
  body?: unknown;
}

interface ValidatedValue {
  violations: Violation[];
  /** Undefined if there is none, or none that can be parsed. */
  value?: unknown;
}

/** Creates the function that validates a request to an operation. */
export function createRequestValidator(contract: Contract) {
  const validateParameter = createParameterValidator(contract);
  const validateBody = createBodyValidator(contract);

  return function validateRequest(operation: Operation, request: RequestMessage): ValidatedRequest {
    const parameters = operation.parameters.map((parameter) => {
      return { parameter, ...validateParameter(parameter, request) };
    });
    const { value: body, violations } = validateBody(operation, request);
    const validated = {
      violations: [
        ...validateCredentials(contract, operation, request),
        ...parameters.flatMap((it) => it.violations),
        ...violations,
      ],
      parameters: {
        path: valuesIn('path'),
        query: valuesIn('query'),
        header: valuesIn('header'),
        cookie: valuesIn('cookie'),
      },
    };
    return body === undefined ? validated : { ...validated, body };

    function valuesIn(location: Parameter['in']): Record<string, unknown> {
      const own = parameters.filter(({ parameter, value }) => {
        return parameter.in === location && value !== undefined;
      });
      return Object.fromEntries(own.map(({ parameter, value }) => [parameter.name, value]));
    }
  };
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

function createParameterValidator(contract: Contract) {
  const { parseParameter } = createMessageParser(contract);

  return (parameter: Parameter, request: RequestMessage): ValidatedValue => {
    const rule = 'request.parameter';
    const location = `${parameter.in} ${parameter.name}`;
    const value = parseParameter(parameter, request);
    if (value !== undefined) {
      const found = parameter.validate(value);
      return { violations: createSchemaViolations(contract, rule, location, found), value };
    }
    if (!parameter.required) return { violations: [] };

    const { pointer } = parameter;
    const missing = { rule, location, pointer, reason: 'is missing' } as const;
    return { violations: [createViolation(contract, missing)] };
  };
}

function createBodyValidator(contract: Contract) {
  const { parseBody } = createMessageParser(contract);

  return ({ requestBody }: Operation, { headers, body }: RequestMessage): ValidatedValue => {
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
  };

  function reject(rule: Rule, pointer: string, reason: string): ValidatedValue {
    return { violations: [createViolation(contract, { rule, location: 'body', pointer, reason })] };
  }
}
