import type { ContractContext } from '#contract';
import type { ForwarderOptions } from './forward/createForwarder.ts';
import type { Journal } from './journal/Journal.ts';
import type { MockData } from './operations/mockData.ts';
import type { MockState } from './operations/mockState.ts';
import type { Reloadable } from './start/reloadOnChange.ts';

/** The options of a mock, which all of its routes share. */
export interface MockOptions {
  /** The contract and the data. The observer has no data. */
  files: Reloadable<{ context: ContractContext; data?: MockData }>;
  journal: Journal;
  state: MockState;
  /** The backend for the requests that the data does not cover: all of them if there is no data. */
  forwarding?: ForwarderOptions | undefined;
  /** Whether the journal contains request targets, ids, headers and bodies. */
  recordBodies: boolean;
  /** The product's URL, for links in a console that is opened at the mock's own URL. */
  productUrl?: string;
  /** The host names that the console accepts besides local ones. */
  allowedHosts?: readonly string[] | undefined;
}
