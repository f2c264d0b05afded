import { FilterError } from '../scenarios/matchFields.ts';

/**
 * Parses a number of a query; undefined if there is none.
 * @throws {FilterError}
 */
export function parseNumber(
  name: string,
  text: unknown,
  min: number,
  max = 999_999,
): number | undefined {
  if (text === undefined) return undefined;
  const number = typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : -1;
  if (number >= min && number <= max) return number;
  const expected = `expected a whole number from ${min} to ${max}`;
  throw new FilterError(`${name}: ${expected}, got ${JSON.stringify(text)}.`);
}
