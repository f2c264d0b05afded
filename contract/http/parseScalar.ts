import type { SchemaValidator } from '../contract.ts';

const numberPattern = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Parses text as the first type that its schema allows. Text that no type allows stays text, and schema validation
 * then rejects it.
 */
export function parseScalar(text: string, validate: SchemaValidator): unknown {
  const values = findMeanings(text);
  if (values.length === 1) return text;

  const isValid = (value: unknown) => validate(value).length === 0;
  const isOfType = (value: unknown) =>
    validate(value).every(({ keyword, instancePath }) => keyword !== 'type' || instancePath);
  // The value may be null.
  const accepted = [...values.filter(isValid), ...values.filter(isOfType), text];
  return accepted[0];
}

/** Returns a text and the number, boolean or null that it may stand for. */
function findMeanings(text: string): unknown[] {
  if (numberPattern.test(text)) return [text, Number(text)];
  if (text === 'true' || text === 'false') return [text, text === 'true'];
  return text === '' ? [text, null] : [text];
}
