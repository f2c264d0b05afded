import type { RequestHandler } from 'express';
import { sendError } from '../respond/errorReply.ts';
import { FilterError } from '../scenarios/matchFields.ts';
import { expectedName, validName } from '../scenarios/testerName.ts';

/** The parameters of a URL, as Express parses them. */
export type Query = Readonly<Record<string, unknown>>;

/**
 * Parses the tester's name of a query, which has no other parameters; undefined if there is none. Ignoring a parameter
 * would hide a mistake.
 * @throws {FilterError}
 */
export function parseName({ name, ...others }: Query): string | undefined {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new FilterError(`Unknown query parameter "${unknown}": expected name.`);
  }
  if (name === undefined || (typeof name === 'string' && validName.test(name))) return name;
  throw new FilterError(`name: expected ${expectedName}, got ${JSON.stringify(name)}.`);
}

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

/** @throws {FilterError} */
export function parseFlag(name: string, text: unknown): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  throw new FilterError(`${name}: expected true or false, got ${JSON.stringify(text)}.`);
}

/** A filter or a tester's name in the body would be ignored, and all requests be meant. */
export const rejectBody: RequestHandler = ({ headers, path }, res, next) => {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  if (length === '0' && encoding === undefined) return next();
  sendError(res, 400, `The body: expected none. /mock${path} has its parameters in the query.`);
};
