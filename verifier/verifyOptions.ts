import type { Contract } from '#contract';
import type { EvaluateOptions } from './evaluate/evaluator.ts';
import type { PlanOptions } from './phases/planCases.ts';
import type { PhaseName } from './plan/phaseNames.ts';
import type { SendOptions } from './send/Sender.ts';
import type { StatefulOptions } from './stateful/followLinks.ts';

export interface VerifyOptions extends PlanOptions, SendOptions, StatefulOptions, EvaluateOptions {
  contract: Contract;
  phases: ReadonlySet<PhaseName>;
  /** Called after each response with the number of requests so far. */
  onProgress?: (sentCount: number) => void;
}
