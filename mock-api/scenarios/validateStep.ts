import {
  type Contract,
  findResponse,
  isSendableHeader,
  joinPointer,
  type Operation,
} from '../contract/index.ts';
import type { Behaviour } from './behaviour.ts';
import { describeUnknownField } from './bodyFields.ts';
import { findUnknownVariables } from './fillTemplate.ts';

/** Reports a problem at a JSON pointer of the data file. */
export type Report = (pointer: string, message: string) => void;

/** Reports what the schema of the data file cannot express, with a message that follows the scenario's id. */
export function validateStep(
  { example, body, headers = {} }: Behaviour,
  operation: Operation,
  contract: Contract,
  report: Report,
) {
  if (example !== undefined && body !== undefined) {
    report('/example', ': expected an example or a body, not both.');
  }
  for (const name of Object.keys(headers).filter((one) => !isSendableHeader(one))) {
    report(joinPointer('/headers', name), `, headers: a response cannot have "${name}".`);
  }
  const parameterNames = operation.parameters
    .filter((one) => one.in === 'path' || one.in === 'query')
    .map((one) => `${one.in}.${one.name}`);
  const names = [...parameterNames, 'header.NAME', 'body.FIELD', 'counter'].join(', ');
  const unknownField = (field: string) => describeUnknownField(contract, [operation], field);
  for (const [name, value] of Object.entries({ body, headers })) {
    for (const variable of findUnknownVariables(value, parameterNames)) {
      const [, field] = /^body\.(.+)$/.exec(variable) ?? [];
      const reason = field === undefined ? `expected ${names} or now` : unknownField(field);
      if (reason) report(`/${name}`, `: unknown value "{{${variable}}}"; ${reason}.`);
    }
  }
}

/** Which example of a step the contract does not have, as a sentence without its end. */
export function describeMissingExample(
  { status, example: name }: Behaviour,
  operation: Operation,
): string | undefined {
  const responses = status === undefined ? operation.responses : [findResponse(operation, status)];
  const names = responses
    .flatMap((response) => response?.content ?? [])
    .flatMap(({ examples }) => examples)
    .map((example) => example.name);
  if (name === undefined || names.includes(name)) return undefined;
  return `${operation.id} has no example "${name}"${status === undefined ? '' : ` with status ${status}`}`;
}
