import { isUtf8 } from 'node:buffer';
import { findResponse, isRecord, splitTarget } from '#contract';
import { type Check, type Exchange, type Finding, readJson, type VerifyOptions } from '../model.ts';

const check = 'response_consistency';

/** The same request gets the same response every time, and another id another one. */
const findDifference: Check = (exchange, options) => {
  if (!isComparable(exchange)) return [];

  const { earlier, request, response } = exchange;
  const isSame = (it: Exchange) => isComparable(it) && it.request.target === request.target;
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

/** Several texts, and the same ones: a single one may be a state that both resources are in. */
const findOtherResource: Check = (exchange, options) => {
  const { earlier, operation, request, response } = exchange;
  if (!isComparable(exchange) || response.status !== 200) return [];

  const value = readJson(response);
  const texts = stableProperties(exchange, options).filter(
    (name) => isRecord(value) && typeof value[name] === 'string',
  );
  const isOfOther = earlier.some((it) => {
    const other = readJson(it.response);
    const isOtherRead =
      isComparable(it) &&
      it.operation === operation &&
      splitTarget(it.request.target).path !== splitTarget(request.target).path;
    if (!isOtherRead || !isRecord(value) || !isRecord(other)) return false;
    return it.response.status === 200 && texts.every((name) => value[name] === other[name]);
  });
  if (texts.length < 2 || !isOfOther) return [];

  const message = 'The body is that of another resource.';
  return [{ check, message, expected: 'the resource of this id' }];
};

/** What the user says that an existing resource has, so that a wrong encoding shows: `fullName:Café`, or any property. */
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

    const message = `"${property}" is not the text that was given for "${name}".`;
    return [{ check, message, expected: `"${text}"` }];
  });
};

/** A warning if the text may have been that of another property. */
function findAnyText(value: Record<string, unknown>, name: string, expected: string): Finding[] {
  const names = Object.keys(value).filter((each) => typeof value[each] === 'string');
  const property = names.find((each) => value[each] === expected);
  if (property === undefined) {
    const message = `No property is the text that was given for "${name}".`;
    return [{ check, message, expected: `"${expected}"` }];
  }
  const other = names.find((each) => each !== property);
  if (other === undefined) return [];

  const message = `The text that was given for "${name}" is that of "${property}", but "${other}" could have it too.`;
  return [{ check, message, expected: `--brief ID=${property}:TEXT`, isAdvice: true }];
}

export const consistency: readonly Check[] = [findOtherResource, findDifference];

function isComparable({ role, response }: Exchange): boolean {
  const { status } = response;
  return role === 'same read' && status !== 0 && status !== 429 && status < 500;
}

/** Declared strings and booleans. Numbers and times may count or measure something. */
function stableProperties(
  { operation, response: { status } }: Exchange,
  { contract }: VerifyOptions,
): string[] {
  const declared = status < 400 ? findResponse(operation, status) : undefined;
  const pointer = declared?.content[0]?.schemaPointer;
  if (pointer === undefined) return [];

  return [...contract.schemaAt(pointer).properties].flatMap(([name, property]) => {
    const { types, keyword } = contract.schemaAt(property);
    const isTime = /time|date/.test(String(keyword('format')?.value ?? ''));
    return !isTime && (types.has('string') || types.has('boolean')) ? name : [];
  });
}
