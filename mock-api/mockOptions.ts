import type { ContractContext } from '#contract';
import type { ForwarderOptions } from './forward/createForwarder.ts';
import type { Journal } from './journal/Journal.ts';
import type { MockData } from './operations/mockData.ts';
import type { MockState } from './operations/mockState.ts';
import type { Reloadable } from './start/reloadOnChange.ts';

/** The parts that the routes of a mock share. */
export interface MockOptions {
  /** The contract and the data. The observer has no data. */
  files: Reloadable<{ context: ContractContext; data?: MockData }>;
  journal: Journal;
  state: MockState;
  /** How the requests are forwarded that the data leaves to a backend: all of them if there is no data. */
  forwarding?: ForwarderOptions | undefined;
  /** Whether the journal contains targets, ids, headers and bodies. */
  recordBodies: boolean;
  /** The product's URL, for links in a console that is opened at the mock's own URL. */
  productUrl?: string;
  /** The names in a URL of the console that are accepted besides local ones. */
  allowedHosts?: readonly string[] | undefined;
}
