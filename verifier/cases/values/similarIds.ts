import type { Expected } from '../../model.ts';
import { percentEncode } from '../../send/percentEncode.ts';

type ChangeId = (id: string) => string;

/** Changes to an id after which it does not exist. */
export const similarIds: readonly (readonly [change: ChangeId, predicate: string])[] = [
  [(id) => `${id}x`, 'has one more character'],
  [(id) => id.slice(0, -1), 'lacks the last character'],
  [(id) => `${id}.`, 'is followed by a dot'],
  [(id) => `${id},x`, 'is followed by a comma'],
  [(id) => `${id}@x`, 'is followed by an at sign'],
  [(id) => `${id.slice(0, -1)}_`, 'ends with an underscore, which SQL takes for any character'],
  [() => 'constructor', 'is "constructor"'],
  [() => '0', 'is 0, which loosely typed comparisons take for any text'],
];

/** Changes to an id that are sent without encoding, with the required result. */
export const rawIds: readonly (readonly [
  change: ChangeId,
  predicate: string,
  expected: Expected,
])[] = [
  [percentEncode, 'is percent-encoded', 'accept'],
  [() => '*', 'is a wildcard', 'not found'],
  [() => "x'%20OR%20'1'='1", 'is an SQL condition', 'not found'],
  [() => '', 'is empty', 'not found'],
  [(id) => `${id}%ff`, 'contains a byte that is not UTF-8', 'any'],
  [(id) => `${id}%zz`, 'has a malformed percent-encoding', 'any'],
  [(id) => `${id}/`, 'is followed by a slash', 'any'],
];
