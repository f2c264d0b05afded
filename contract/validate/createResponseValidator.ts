import type { MIMEType } from 'node:util';
import type { Contract, Header, Operation, ResponseModel } from '../contract.ts';
import { createMessageParser } from '../http/createMessageParser.ts';
import { findResponse, isBodyless } from '../http/findResponse.ts';
import { headerLines, headerText, type ResponseMessage } from '../http/httpMessage.ts';
import { isJson, matchContentType } from '../http/mediaType.ts';
import {
  createSchemaViolations,
  createViolation,
  type Rule,
  shorten,
  type Violation,
} from '../violation.ts';

/** Creates the function that validates a response of an operation. The result is empty if it conforms. */
export function createResponseValidator(contract: Contract) {
  const { parseText, parseBody } = createMessageParser(contract);

  return function validateResponse(operation: Operation, message: ResponseMessage): Violation[] {
    // An operation without `responses` leaves them open.
    if (operation.responses.length === 0) return [];

    const { status, body } = message;
    const response = findResponse(operation, status);
    if (!response) {
      return reject('response.status', `status ${status}`, operation.pointer, 'is not declared');
    }
    const headerViolations = response.headers.flatMap((header) => validateHeader(header, message));
    if (!isBodyless(status)) return [...headerViolations, ...validateBody(response, message)];
    if (!body?.length) return headerViolations;

    const reason = `must be empty with status ${status}`;
    return [...headerViolations, ...reject('response.body', 'body', response.pointer, reason)];
  };

  function validateHeader(header: Header, { headers }: ResponseMessage): Violation[] {
    const location = `header ${header.name}`;
    const lines = headerLines(headers, header.name);
    if (lines.length === 0) {
      if (!header.required) return [];
      return reject('response.header', location, header.pointer, 'is missing');
    }
    // Set-Cookie headers cannot be joined; one of them must match the schema.
    const values = header.name.toLowerCase() === 'set-cookie' ? lines : [lines.join(', ')];
    const results = values.map((value) => header.validate(parseText(value, header.schemaPointer)));
    if (results.some((result) => result.length === 0)) return [];

    const [first = []] = results;
    return createSchemaViolations(contract, 'response.header', location, first);
  }

  function validateBody(
    { content, pointer }: ResponseModel,
    message: ResponseMessage,
  ): Violation[] {
    // A response without `content` leaves its body open.
    if (content.length === 0) return [];

    const match = matchContentType(content, headerText(message.headers, 'content-type'));
    if ('reason' in match) return reject('response.media-type', 'body', pointer, match.reason);

    const { actual, declared } = match;
    const charsetViolations = validateCharset(actual, declared.pointer);
    if (message.body === undefined) return charsetViolations;

    const parsed = parseBody(message.body, actual, declared);
    if (parsed.kind === 'malformed') {
      const malformed = reject('response.syntax', 'body', declared.pointer, parsed.reason);
      return [...charsetViolations, ...malformed];
    }
    const found = declared.validate(parsed.value);
    return [
      ...charsetViolations,
      ...createSchemaViolations(contract, 'response.body', 'body', found),
    ];
  }

  function validateCharset({ essence, params }: MIMEType, pointer: string): Violation[] {
    const charset = params.get('charset');
    if (!isJson(essence) || charset === null || /^utf-?8$/i.test(charset)) return [];

    const reason = `is JSON, which must be UTF-8, but declares the charset ${shorten(charset)}`;
    return reject('response.media-type', 'body', pointer, reason);
  }

  function reject(rule: Rule, location: string, pointer: string, reason: string): Violation[] {
    return [createViolation(contract, { rule, location, pointer, reason })];
  }
}
