import {
  type Contract,
  findResponse,
  isBodyless,
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
  { status, example, body, encoding, contentLength, fault, headers }: Behaviour,
  operation: Operation,
  contract: Contract,
  report: Report,
) {
  if (example !== undefined && body !== undefined) {
    report('/example', ': expected an example or a body, not both.');
  }
  if (encoding && (typeof body !== 'string' || Buffer.from(body, encoding).length === 0)) {
    report('/encoding', ', encoding: the body must be a text in base64.');
  }
  const isCut = fault === 'truncated' || fault === 'reset mid-body';
  if (contentLength !== undefined && !(isCut && body !== undefined)) {
    report('/contentLength', ': expected a body, and the fault truncated or reset mid-body.');
  }
  if (status !== undefined && isBodyless(status) && (body ?? '') !== '') {
    report('/body', `, body: a response with status ${status} has none.`);
  }
  for (const [name, value] of Object.entries(headers ?? {})) {
    const place = joinPointer('/headers', name);
    const hasControlCharacter = /[^\t\P{Cc}]/u.test(String(value));
    if (hasControlCharacter) report(place, `, headers: "${name}" contains a control character.`);
    if (!isSendableHeader(name)) report(place, `, headers: a response cannot have "${name}".`);
  }
  const parameterNames = operation.parameters
    .filter((one) => one.in === 'path' || one.in === 'query')
    .map((one) => `${one.in}.${one.name}`);
  const unknownField = (field: string) => describeUnknownField(contract, [operation], field);
  const isBodyField = (field: string) => unknownField(field) === undefined;
  for (const [name, value] of Object.entries({ body, headers })) {
    for (const variable of findUnknownVariables(value, parameterNames, isBodyField)) {
      const names = [...parameterNames, 'header.NAME', 'body.FIELD', 'counter', 'uuid'].join(', ');
      const expected = `expected ${names}, now or now+7d`;
      const [, field] = /^body\.(.+)$/.exec(variable) ?? [];
      const reason = field === undefined ? expected : (unknownField(field) ?? expected);
      report(`/${name}`, `: unknown value "{{${variable}}}"; ${reason}.`);
    }
  }
}

/** Which example of a step the contract does not have, as a sentence without its end. */
export function describeMissingExample(
  { status, example: name }: Behaviour,
  operation: Operation,
): string | undefined {
  const response = status === undefined ? undefined : findResponse(operation, status);
  const responses = status === undefined ? operation.responses : response ? [response] : [];
  const hasExample = responses.some(({ content }) =>
    content.some(({ examples }) => examples.some((example) => example.name === name)),
  );
  if (name === undefined || hasExample) return undefined;
  const suffix = status === undefined ? '' : ` with status ${status}`;
  return `${operation.id} has no example "${name}"${suffix}`;
}
