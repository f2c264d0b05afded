import type { Contract, Headers, Operation } from '../contract/index.ts';
import { describeUnknownField } from './bodyFields.ts';
import { fieldAt } from './fieldAt.ts';
import { limitPatterns } from './limitPatterns.ts';
import { evaluateFields, type FieldConditions, headerName, parsePattern } from './matchFields.ts';
import type { ScenarioConditions } from './scenario.ts';

/** The conditions of a scenario that no request can meet: the path of the field, and why. */
export function findImpossible(
  when: ScenarioConditions = {},
  operation: Operation,
  contract: Contract,
): [field: string[], problem: string][] {
  return Object.entries(when).flatMap(([source, matchers]) =>
    Object.entries(matchers).flatMap(([name, matcher]): [string[], string][] => {
      const unknown = source === 'body' && describeUnknownField(contract, [operation], name);
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

/** What a request has. */
interface RequestValues {
  body: unknown;
  headers: Headers;
  query: string;
}

/**
 * The conditions of a scenario that a request does not meet: `body.text is not {"contains":"a"}`.
 * @throws {FilterError} if a regular expression takes too long
 */
export function findUnmet(
  when: ScenarioConditions | undefined,
  { body, headers, query }: RequestValues,
): string[] {
  if (!when) return [];
  const conditions = toFieldConditions(when);
  const parameters = new URLSearchParams(query);
  const values = {
    body: (field: string) => fieldAt(body, field),
    header: (name: string) => headers[name.toLowerCase()],
    query: (name: string) => parameters.get(name) ?? undefined,
  };
  const evaluations = limitPatterns(conditions, () => [...evaluateFields(values, conditions)]);
  // The value itself may be secret.
  return evaluations
    .filter(({ isMet }) => !isMet)
    .map(({ name, expected }) => `${name} is not ${JSON.stringify(expected)}`);
}

/** A value of the body is compared with its type; headers and the query contain texts. */
function toFieldConditions(when: ScenarioConditions): FieldConditions {
  return Object.fromEntries(
    Object.entries(when).map(([source, matchers]) => [
      source,
      Object.fromEntries(
        Object.entries(matchers).map(([name, matcher]) => {
          if (typeof matcher === 'object') return [name, matcher];
          return [name, source === 'body' ? { equals: matcher } : String(matcher)];
        }),
      ),
    ]),
  );
}
