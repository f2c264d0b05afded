import { isUtf8 } from 'node:buffer';
import { findResponse, isRecord, splitTarget } from '#contract';
import { type Check, type Exchange, type Finding, readJson, type VerifyOptions } from '../model.ts';
import { propertiesOf } from './propertiesOf.ts';

const check = 'response_consistency';

/** Finds a response that differs from the first one to the same request. */
const findDifference: Check = (exchange, options) => {
  if (!isComparable(exchange)) return [];

  const { earlier, expected, request, response } = exchange;
  const isSame = (it: Exchange) =>
    isComparable(it) && it.request.target === request.target && it.expected === expected;
  const first = earlier.find(isSame);
  if (!first) return [];

  const differ = (what: string, expected: string): Finding[] => [
    { check, message: `${what}, unlike in the first response to the same request.`, expected },
  ];
  if (first.response.status !== response.status)
    return differ(`The status is ${response.status}`, String(first.response.status));

  const value = readJson(response);
  const before = readJson(first.response);
  if (!isRecord(value) || !isRecord(before)) return [];

  const name = stableProperties(exchange, options).find((it) => value[it] !== before[it]);
  return name === undefined ? [] : differ(`The body's "${name}" differs`, 'the same value');
};

/** Finds a response with the texts of another resource: at least two, because both may share one, such as a state. */
const findOtherResource: Check = (exchange, options) => {
  const { earlier, operation, request, response } = exchange;
  const value = readJson(response);
  if (!isComparable(exchange) || response.status !== 200 || !isRecord(value)) return [];

  const texts = stableProperties(exchange, options).filter(
    (name) => typeof value[name] === 'string',
  );
  const { path } = splitTarget(request.target);
  const isRepeated = earlier.some((it) => {
    const isOtherRead =
      it.operation === operation &&
      it.response.status === 200 &&
      splitTarget(it.request.target).path !== path;
    const other = isComparable(it) && isOtherRead && readJson(it.response);
    return isRecord(other) && texts.every((name) => value[name] === other[name]);
  });
  if (texts.length < 2 || !isRepeated) return [];

  const message = 'The body is that of another resource.';
  return [{ check, message, expected: 'the resource of this id' }];
};

/** Finds that a response lacks the text of the options, such as `fullName:Café`, because of a wrong encoding. */
export const findUnexpectedText: Check = (exchange, { expectedTexts }) => {
  const { role, operation, response } = exchange;
  if (role !== 'base' || response.status !== 200 || !isUtf8(response.body ?? Buffer.of()))
    return [];

  const value = readJson(response);
  if (!isRecord(value)) return [];

  return operation.parameters.flatMap(({ name }): Finding[] => {
    const expected = expectedTexts.get(name);
    if (expected === undefined) return [];

    const [, property = '', text = ''] = /^(\w+):(.*)$/s.exec(expected) ?? [];
    if (!Object.hasOwn(value, property)) return findAnyText(value, name, expected);
    if (value[property] === text) return [];

    const message = `"${property}" is not the text that the options give for "${name}".`;
    return [{ check, message, expected: `"${text}"` }];
  });
};

/** Finds that no property has a text, or warns if another property could have it too. */
function findAnyText(value: Record<string, unknown>, name: string, expected: string): Finding[] {
  const names = Object.keys(value).filter((each) => typeof value[each] === 'string');
  const property = names.find((each) => value[each] === expected);
  if (property === undefined) {
    const message = `No property is the text that the options give for "${name}".`;
    return [{ check, message, expected: `"${expected}"` }];
  }
  const other = names.find((each) => each !== property);
  if (other === undefined) return [];

  const message = `The text that the options give for "${name}" is that of "${property}", but "${other}" could have it too.`;
  return [{ check, message, expected: `--brief ID=${property}:TEXT`, isWarning: true }];
}

/** Checks of reads that are sent several times. */
export const consistency: readonly Check[] = [findOtherResource, findDifference];

function isComparable({ role, response }: Exchange): boolean {
  const { status } = response;
  return role === 'same read' && status !== 0 && status !== 429 && status < 500;
}

/** Finds the declared strings and booleans. Numbers and times may change, because they count or measure something. */
function stableProperties(
  { operation, response: { status } }: Exchange,
  { contract }: VerifyOptions,
): string[] {
  const declared = status < 400 ? findResponse(operation, status) : undefined;
  return [...propertiesOf(contract, declared?.content)].flatMap(([name, property]) => {
    const { types, keyword } = contract.schemaAt(property);
    const isTime = /time|date/.test(String(keyword('format')?.value ?? ''));
    return !isTime && (types.has('string') || types.has('boolean')) ? name : [];
  });
}
