import type { ExpectedOutcome, ExpectedSource, Suffix } from './expectedOutcome.ts';
import type { FieldPatterns } from './fieldPatterns.ts';
import type { Step } from './step.ts';

/** A value that a tester can use, and the mock's step. */
export interface Scenario {
  /** The value that selects it, without a tester's name: `missing-brief`. */
  id: string;
  /** The id of the operation to which it applies. */
  operation: string;
  /** What the mock does, in one sentence. */
  description: string;
  /** What the request must have besides the id; undefined if that is enough. */
  when?: FieldPatterns;
  /** One for each attempt with a key, at least one. The last one applies to all further attempts. */
  steps: readonly Step[];
  /** What the product must then show: an outcome of the page, or a text. */
  expected?: ExpectedOutcome | string;
  /** Whether the mock has a brief with this id, also in front of a backend: that of a row with `for`. */
  hasOwnBrief?: boolean;
}

/** The scenario as `data.schema.json` defines it. It has either `for` or `operation`. */
export interface ScenarioSource extends Step {
  for?: readonly Suffix[];
  operation?: string;
  description?: string;
  when?: FieldPatterns;
  expected?: string | ExpectedSource | Readonly<Partial<Record<Suffix, ExpectedSource>>>;
  steps?: readonly (number | 'ok' | 'pass' | Step)[];
}
