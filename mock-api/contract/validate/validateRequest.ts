import type { Contract, Operation, Parameter, ValueModel } from '../contract.ts';
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

/** Creates the function that validates a request to an operation. */
export function createRequestValidator(contract: Contract) {
  const { parseParameter, parseBody } = createMessageParser(contract);

  return function validateRequest(operation: Operation, request: RequestMessage): ValidatedRequest {
    const violations: Violation[] = [];
    const parameters: Record<Parameter['in'], Record<string, unknown>> = {
      path: {},
      query: {},
      header: {},
      cookie: {},
    };
    if (!hasCredentials(operation, request)) {
      const alternatives = operation.security.map((schemes) =>
        schemes.map(({ name }) => name).join(' and '),
      );
      const reason = `are missing: ${alternatives.join(' or ')}`;
      add('request.credentials', 'credentials', operation.pointer, reason);
    }
    for (const parameter of operation.parameters) {
      const location = `${parameter.in} ${parameter.name}`;
      const value = parseParameter(parameter, request);
      if (value !== undefined) {
        parameters[parameter.in][parameter.name] = value;
        validateValue('request.parameter', location, parameter, value);
      } else if (parameter.required) {
        add('request.parameter', location, parameter.pointer, 'is missing');
      }
    }
    const body = validateBody();
    return { violations, parameters, ...(body !== undefined && { body }) };

    function validateBody(): unknown {
      const { requestBody } = operation;
      if (!requestBody) return undefined;
      const contentType = headerText(request.headers, 'content-type');
      const isEmpty = request.body.length === 0;
      if (isEmpty && !requestBody.required) return undefined;
      if (isEmpty && contentType === undefined) {
        add('request.body', 'body', requestBody.pointer, 'is missing');
        return undefined;
      }
      const match = matchContentType(requestBody.content, contentType);
      if ('reason' in match) {
        add('request.media-type', 'body', requestBody.pointer, match.reason);
        return undefined;
      }
      const { actual, declared } = match;
      const parsed = parseBody(request.body, actual, declared);
      if (parsed.kind === 'malformed') {
        add('request.syntax', 'body', declared.pointer, parsed.reason);
      }
      if (parsed.kind !== 'value') return undefined;
      validateValue('request.body', 'body', declared, parsed.value);
      return parsed.value;
    }

    function add(rule: Rule, location: string, pointer: string, reason: string) {
      violations.push(createViolation(contract, { rule, location, pointer, reason }));
    }

    function validateValue(rule: Rule, location: string, model: ValueModel, value: unknown) {
      violations.push(...createSchemaViolations(contract, rule, location, model.validate(value)));
    }
  };
}
