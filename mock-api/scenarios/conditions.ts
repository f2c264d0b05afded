import type { Contract, Operation } from '#contract';
import { describeUnknownField } from './bodyFields.ts';
import { limitPatterns } from './limitPatterns.ts';
import {
  evaluateFields,
  type FieldConditions,
  type FieldOwners,
  headerName,
  parsePattern,
} from './matchFields.ts';

/** The conditions of a scenario that no request can meet: the path of the field, and why. */
export function findImpossible(
  when: FieldConditions = {},
  operation: Operation,
  contract: Contract,
): [field: string[], problem: string][] {
  return Object.entries(when).flatMap(([source, matchers]) =>
    Object.entries(matchers).flatMap(([name, matcher]): [string[], string][] => {
      const unknown =
        source === 'body' && describeUnknownField(contract, [operation], name, matcher);
      if (unknown) return [[[source, name], unknown]];
      if (source === 'header' && !headerName.test(name)) {
        return [[[source, name], 'must be the name of a header']];
      }
      const { matches } = typeof matcher === 'object' ? matcher : {};
      if (matches === undefined || parsePattern(matches)) return [];
      return [[[source, name, 'matches'], 'must be a regular expression such as /^hello/i']];
    }),
  );
}

/**
 * The conditions of a scenario that a request does not meet: `body.text is not {"contains":"a"}`.
 * @throws {FilterError} if a regular expression takes too long
 */
export function findUnmet(when: FieldConditions = {}, request: FieldOwners): string[] {
  // The value itself may be secret.
  return limitPatterns(when, () => [...evaluateFields(request, when)])
    .filter(({ isMet }) => !isMet)
    .map(({ name, expected }) => `${name} is not ${JSON.stringify(expected)}`);
}
