import type { ContractContext } from '#contract';
import type { Journal } from '../journal/Journal.ts';
import type { MockData } from '../operations/mockData.ts';

/** What conditions are compared with. */
export interface ConditionContext {
  journal: Journal;
  currentContext(): ContractContext;
  /** The data of a tester, or that of all. The observer has none. */
  dataFor(name: string | undefined): MockData | undefined;
  /** Whether a backend sends responses, which may have any status. */
  isForwarding: boolean;
  /** Whether the journal contains bodies. That of an observer has none unless it is asked to. */
  hasBodies: boolean;
}
