import type { ExpectedOutcome, ExpectedSource, Suffix } from './expectedOutcome.ts';
import type { FieldPatterns } from './fieldPatterns.ts';
import type { Step } from './step.ts';

/** An id that a tester can use, and the responses that it selects for an operation. */
export interface Scenario {
  /** The id without a tester's name: `missing-brief`. */
  id: string;
  /** The id of the operation to which it applies. */
  operation: string;
  /** A description of the responses, in one sentence. */
  description: string;
  /** Conditions for the request besides the id; undefined if there are none. */
  when?: FieldPatterns;
  /** The responses, one for each attempt with a key, at least one. The last one repeats. */
  steps: readonly Step[];
  /** The outcome that the page must show or, as a text, what the product must do. */
  expected?: ExpectedOutcome | string;
  /**
   * Whether the mock itself responds to reading the brief with this id, even if it has a backend: the scenario has
   * `for` in the data file.
   */
  hasOwnBrief?: boolean;
}

/** A scenario as in `data.schema.json`. It has either `for` or `operation`. */
export interface ScenarioSource extends Step {
  for?: readonly Suffix[];
  operation?: string;
  description?: string;
  when?: FieldPatterns;
  expected?: string | ExpectedSource | Readonly<Partial<Record<Suffix, ExpectedSource>>>;
  steps?: readonly (number | 'ok' | 'pass' | Step)[];
}
