import type { Contract, SchemaViolation } from './contract.ts';
import { splitPointer } from './jsonPointer.ts';

/** The parts of a contract that a request or response can violate. */
export type Rule =
  | 'request.path'
  | 'request.method'
  | 'request.credentials'
  | 'request.parameter'
  | 'request.media-type'
  | 'request.syntax'
  | 'request.body'
  /** A response that is missing, late, incomplete or not HTTP. */
  | 'response.message'
  | 'response.status'
  | 'response.header'
  | 'response.media-type'
  | 'response.syntax'
  | 'response.body';

/** One way in which a request or response violates the contract. It contains no value of the message. */
export interface Violation {
  rule: Rule;
  /** A sentence that names the location and the reason. */
  message: string;
  /** The invalid part: `body/text`, `header password-expired`, `path briefId`. */
  location: string;
  /** The violated schema keyword, if a schema was violated. */
  keyword?: string;
  /** The JSON pointer of the violated part of the contract. */
  pointer: string;
  /** The line of `pointer` in the contract's file, from 1. */
  line: number;
}

interface ViolationDetails extends Omit<Violation, 'message' | 'line'> {
  /** A sentence without its subject: `is missing`. */
  reason: string;
}

const maxLocationLength = 200;
const maxQuotedLength = 60;

export function createViolation(
  contract: Contract,
  { reason, ...details }: ViolationDetails,
): Violation {
  return {
    ...details,
    message: `${describeLocation(details.location)} ${reason}.`,
    line: contract.lineOf(details.pointer),
  };
}

/** Converts the schema violations of the value at a location of a request or response. */
export function createSchemaViolations(
  contract: Contract,
  rule: Rule,
  location: string,
  violations: readonly SchemaViolation[],
): Violation[] {
  return violations.map(({ instancePath, ...details }) =>
    createViolation(contract, {
      ...details,
      rule,
      location: location + shorten(instancePath, maxLocationLength),
    }),
  );
}

/** Truncates text that a message quotes from a request, a response or the contract. */
export function shorten(text: string, maxLength = maxQuotedLength): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

const parameterNames: Partial<Record<string, string>> = {
  path: 'path parameter',
  query: 'query parameter',
};

/** Converts a location to words: `body/text` to `The body's "text"`, `query page` to `The query parameter "page"`. */
export function describeLocation(location: string): string {
  const [part = '', name] = location.split(/ (.*)/s);
  if (part === 'status') return `The ${location}`;
  if (name !== undefined) {
    return `The ${parameterNames[part] ?? part} "${name.split('/').join('.')}"`;
  }
  const slash = location.indexOf('/');
  if (slash < 0) return `The ${location}`;
  return `The ${location.slice(0, slash)}'s "${splitPointer(location.slice(slash)).join('.')}"`;
}
