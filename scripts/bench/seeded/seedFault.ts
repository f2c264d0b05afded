import type { CheckName } from '../../../mock-api/contract/cases/checks.ts';
import type { Answered, Asked } from './exchange.ts';
import type { Flaw } from './rightBackend.ts';
import type { Rules } from './rightRules.ts';

export interface SeededFault extends Flaw {
  name: string;
  operation: SeededOperation;
  /** Under which checks a verifier has to report it, and under no others. */
  checks: readonly CheckName[];
}

const PATHS = {
  getBrief: /briefs\/[^/]+$/,
  submitFeedback: /form-submit$/,
  signIn: /tools\.jsp$/,
  signOut: /logout\.jsp$/,
  getCurrentUser: /currentUser$/,
} as const;

export type SeededOperation = keyof typeof PATHS;

type Where = readonly [operation: SeededOperation, name: string, ...checks: CheckName[]];

/** Changes the answers of an operation that have a status. */
export function answers(where: Where, status: number, change: Partial<Answered>): SeededFault {
  return {
    ...seed(where),
    after: (answered, { path }) =>
      answered.status === status && PATHS[where[0]].test(path)
        ? { ...answered, ...change }
        : answered,
  };
}

/** The same for nothing but the body, which becomes JSON. */
export function says(where: Where, status: number, value: unknown): SeededFault {
  return answers(where, status, { body: JSON.stringify(value) });
}

/** Treats some requests in another way. */
export function treats(
  where: Where,
  when: (asked: Asked) => boolean,
  change: Answered | 'close' | 'hang',
): SeededFault {
  return {
    ...seed(where),
    after: (answered, asked) =>
      PATHS[where[0]].test(asked.path) && when(asked) ? change : answered,
  };
}

/** Turns rules. */
export function rules(where: Where, changed: Partial<Rules>): SeededFault {
  return { ...seed(where), rules: changed };
}

function seed([operation, name, ...checks]: Where) {
  return { operation, name, checks };
}
