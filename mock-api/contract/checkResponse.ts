import type { Contract, Header, Operation, ResponseModel, Value } from './contract.ts';
import type { Fault, Rule } from './fault.ts';
import { findMediaType, isJson, parseMediaType } from './mediaType.ts';
import { headerText, type ResponseMessage } from './message.ts';
import { createBodyReader } from './readBody.ts';
import { createParameterReader } from './readParameterValue.ts';
import { createTextReader } from './readText.ts';
import { reportFault, reportMisfits } from './reportFault.ts';

/** The response that describes a status: itself, then its range (`4XX`), then `default`. */
export function findResponse(operation: Operation, status: number): ResponseModel | undefined {
  const names = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
  return names
    .map((name) =>
      operation.responses.find((response) => response.status.toUpperCase() === name.toUpperCase()),
    )
    .find((response) => response !== undefined);
}

/** Makes the function that says in what an answer breaks the contract. */
export function createResponseCheck(contract: Contract) {
  const text = createTextReader(contract.document);
  const { readHeaderValue } = createParameterReader(contract.document, text);
  const readBody = createBodyReader(contract.document, text);

  return function checkResponse(operation: Operation, message: ResponseMessage): Fault[] {
    const faults: Fault[] = [];
    const response = findResponse(operation, message.status);
    if (!response) {
      fault('response.status', `status ${message.status}`, operation.pointer, 'is not declared');
      return faults;
    }
    for (const header of response.headers) checkHeader(header);
    if (isBodyless(message.status)) {
      if (message.body?.length) {
        fault('response.body', 'body', response.pointer, `must be empty with ${message.status}`);
      }
    } else {
      checkBody(response);
    }
    return faults;

    function checkHeader(header: Header) {
      const at = `header ${header.name}`;
      const lines = [message.headers[header.name.toLowerCase()] ?? []].flat();
      if (lines.length === 0) {
        if (header.required) fault('response.header', at, header.pointer, 'is missing');
        return;
      }
      // Cookies cannot share a line: what the contract says of them has to hold for one.
      const texts = header.name.toLowerCase() === 'set-cookie' ? lines : [lines.join(', ')];
      const found = texts.map((line) =>
        misfits('response.header', at, header, readHeaderValue(header, line)),
      );
      if (found.every((list) => list.length > 0)) faults.push(...(found[0] ?? []));
    }

    function checkBody({ content, pointer }: ResponseModel) {
      const type = headerText(message.headers, 'content-type');
      if (content.length === 0) {
        if (message.body?.length) fault('response.body', 'body', pointer, 'is not declared');
        return;
      }
      const actual = parseMediaType(type ?? '');
      if (!actual) {
        const reason = type === undefined ? 'has no media type' : 'has a malformed media type';
        fault('response.media-type', 'body', pointer, reason);
        return;
      }
      const declared = findMediaType(content, actual);
      if (!declared) {
        const known = content.map(({ mediaType }) => mediaType).join(' or ');
        const reason = `has the media type ${actual.essence}; declared is ${known}`;
        fault('response.media-type', 'body', pointer, reason);
        return;
      }
      const charset = actual.parameters.charset;
      if (isJson(actual.essence) && charset !== undefined && !/^utf-?8$/i.test(charset)) {
        const reason = `is JSON, which is UTF-8, but is labelled ${charset.slice(0, 40)}`;
        fault('response.media-type', 'body', declared.pointer, reason);
      }
      if (message.body === undefined) return;
      const read = readBody(message.body, actual, declared);
      if (read.kind === 'broken') fault('response.syntax', 'body', declared.pointer, read.reason);
      if (read.kind === 'value')
        faults.push(...misfits('response.body', 'body', declared, read.value));
    }

    function fault(rule: Rule, at: string, pointer: string, reason: string) {
      faults.push(reportFault(contract, { rule, at, pointer, reason }));
    }

    function misfits(rule: Rule, at: string, place: Value, value: unknown) {
      return reportMisfits(contract, rule, at, place.check(value));
    }
  };
}

/** Statuses that never have a body (RFC 9110, 6.4.1). */
export function isBodyless(status: number): boolean {
  return status < 200 || status === 204 || status === 205 || status === 304;
}
