import type { Contract, Header, Operation, ResponseModel } from '../contract.ts';
import { findResponse, isBodyless } from '../http/findResponse.ts';
import { headerText, type ResponseMessage } from '../http/httpMessage.ts';
import { isJson, matchContentType } from '../http/mediaType.ts';
import { createMessageParser } from '../http/parseBody.ts';
import {
  createSchemaViolations,
  createViolation,
  type Rule,
  shorten,
  type Violation,
} from '../violation.ts';

/** Creates the function that validates a response of an operation. An empty result: it conforms. */
export function createResponseValidator(contract: Contract) {
  const { parseHeader, parseBody } = createMessageParser(contract);

  return function validateResponse(operation: Operation, message: ResponseMessage): Violation[] {
    const violations: Violation[] = [];
    // An operation without `responses` leaves them open.
    if (operation.responses.length === 0) return violations;
    const { status } = message;
    const response = findResponse(operation, status);
    if (!response) {
      add('response.status', `status ${status}`, operation.pointer, 'is not declared');
      return violations;
    }
    for (const header of response.headers) validateHeader(header);
    if (!isBodyless(status)) validateBody(response);
    else if (message.body?.length) {
      add('response.body', 'body', response.pointer, `must be empty with status ${status}`);
    }
    return violations;

    function validateHeader(header: Header) {
      const location = `header ${header.name}`;
      const lines = [message.headers[header.name.toLowerCase()] ?? []].flat();
      if (lines.length === 0) {
        if (header.required) add('response.header', location, header.pointer, 'is missing');
        return;
      }
      // Set-Cookie headers cannot be joined; one of them must match the schema.
      const isSetCookie = header.name.toLowerCase() === 'set-cookie';
      const values = isSetCookie ? lines : [lines.join(', ')];
      const results = values.map((value) => header.validate(parseHeader(header, value)));
      if (results.every((result) => result.length > 0)) {
        const [first = []] = results;
        violations.push(...createSchemaViolations(contract, 'response.header', location, first));
      }
    }

    function validateBody({ content, pointer }: ResponseModel) {
      // A response without `content` leaves its body open.
      if (content.length === 0) return;
      const match = matchContentType(content, headerText(message.headers, 'content-type'));
      if ('reason' in match) {
        add('response.media-type', 'body', pointer, match.reason);
        return;
      }
      const { actual, declared } = match;
      const charset = actual.params.get('charset');
      if (isJson(actual.essence) && charset !== null && !/^utf-?8$/i.test(charset)) {
        const reason = `is JSON, which must be UTF-8, but declares the charset ${shorten(charset)}`;
        add('response.media-type', 'body', declared.pointer, reason);
      }
      if (message.body === undefined) return;
      const parsed = parseBody(message.body, actual, declared);
      if (parsed.kind === 'malformed') {
        add('response.syntax', 'body', declared.pointer, parsed.reason);
      }
      if (parsed.kind === 'value') {
        const found = declared.validate(parsed.value);
        violations.push(...createSchemaViolations(contract, 'response.body', 'body', found));
      }
    }

    function add(rule: Rule, location: string, pointer: string, reason: string) {
      violations.push(createViolation(contract, { rule, location, pointer, reason }));
    }
  };
}
