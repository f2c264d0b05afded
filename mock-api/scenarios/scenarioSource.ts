import type { Behaviour } from './behaviour.ts';
import type { ExpectedAlert, ExpectedOutcome } from './expectedOutcome.ts';

interface ExpectedSource extends Omit<ExpectedOutcome, 'alert'> {
  alert?: Pick<ExpectedAlert, 'text'> & Partial<ExpectedAlert>;
}

/** The scenario as `data.schema.json` defines it. */
export interface ScenarioSource extends StepSource {
  operation: string;
  description?: string;
  expected?: string | ExpectedSource;
  steps?: readonly (number | 'ok' | StepSource)[];
}

export interface StepSource {
  status?: number;
  headers?: Readonly<Record<string, string | number>>;
  mediaType?: string;
  body?: unknown;
  example?: string;
  delay?: number | { from: number; to: number } | { median: number; sigma: number };
  fault?: NonNullable<Behaviour['fault']>;
  bytesPerSecond?: number;
}
