import type { Behaviour } from './behaviour.ts';
import type { ExpectedAlert, ExpectedOutcome } from './expectedOutcome.ts';

interface ExpectedSource extends Omit<ExpectedOutcome, 'alert'> {
  alert?: Pick<ExpectedAlert, 'text'> & Partial<ExpectedAlert>;
}

/** The scenario as `data.schema.json` defines it. */
export interface ScenarioSource extends Behaviour {
  operation: string;
  description?: string;
  expected?: string | ExpectedSource;
  steps?: readonly (number | 'ok' | Behaviour)[];
}
