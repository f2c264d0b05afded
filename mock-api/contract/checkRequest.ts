import type { Contract, Operation, Parameter, Value } from './contract.ts';
import { bringsCredentials } from './credentials.ts';
import type { Fault, Rule } from './fault.ts';
import { findMediaType, parseMediaType } from './mediaType.ts';
import { headerText, type RequestMessage } from './message.ts';
import { createBodyReader } from './readBody.ts';
import { createParameterReader } from './readParameterValue.ts';
import { createTextReader } from './readText.ts';
import { reportFault, reportMisfits } from './reportFault.ts';

/** A request with its values read as the contract means them. */
export interface CheckedRequest {
  /** Empty: the request conforms. */
  faults: Fault[];
  parameters: Readonly<Record<Parameter['in'], Readonly<Record<string, unknown>>>>;
  body?: unknown;
}

/** Makes the function that says in what a request breaks the contract. */
export function createRequestCheck(contract: Contract) {
  const text = createTextReader(contract.document);
  const { readParameterValue } = createParameterReader(contract.document, text);
  const readBody = createBodyReader(contract.document, text);

  return function checkRequest(operation: Operation, message: RequestMessage): CheckedRequest {
    const faults: Fault[] = [];
    const parameters = { path: {}, query: {}, header: {}, cookie: {} } as Record<
      Parameter['in'],
      Record<string, unknown>
    >;
    if (!bringsCredentials(operation, message)) {
      const names = operation.security.map((schemes) =>
        schemes.map(({ name }) => name).join(' and '),
      );
      fault(
        'request.credentials',
        'credentials',
        operation.pointer,
        `are missing: ${names.join(' or ')}`,
      );
    }
    for (const parameter of operation.parameters) {
      const { name, in: place } = parameter;
      const value = readParameterValue(parameter, message);
      if (value !== undefined) {
        parameters[place][name] = value;
        misfits('request.parameter', `${place} ${name}`, parameter, value);
      } else if (parameter.required) {
        fault('request.parameter', `${place} ${name}`, parameter.pointer, 'is missing');
      }
    }
    const body = checkBody();
    return { faults, parameters, ...(body !== undefined && { body }) };

    function checkBody(): unknown {
      const { requestBody } = operation;
      if (!requestBody) return undefined;
      const header = headerText(message.headers, 'content-type');
      if (message.body.length === 0 && (header === undefined || !requestBody.required)) {
        if (requestBody.required) fault('request.body', 'body', requestBody.pointer, 'is missing');
        return undefined;
      }
      const actual = parseMediaType(header ?? '');
      const declared = actual && findMediaType(requestBody.content, actual);
      if (!actual || !declared) {
        const name = actual ? `has the media type ${actual.essence}` : 'has no media type';
        const known = requestBody.content.map(({ mediaType }) => mediaType).join(' or ');
        fault('request.media-type', 'body', requestBody.pointer, `${name}; it takes ${known}`);
        return undefined;
      }
      const read = readBody(message.body, actual, declared);
      if (read.kind === 'broken') fault('request.syntax', 'body', declared.pointer, read.reason);
      if (read.kind !== 'value') return undefined;
      misfits('request.body', 'body', declared, read.value);
      return read.value;
    }

    function fault(rule: Rule, at: string, pointer: string, reason: string) {
      faults.push(reportFault(contract, { rule, at, pointer, reason }));
    }

    function misfits(rule: Rule, at: string, place: Value, value: unknown) {
      faults.push(...reportMisfits(contract, rule, at, place.check(value)));
    }
  };
}
