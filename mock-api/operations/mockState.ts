import type { Journal } from '../journal/Journal.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { MockData } from './mockData.ts';
import { createTesterStore, type TesterStore } from './testerStore.ts';

/** What requests and testers change. */
export interface MockState {
  /** The names of signed-in users by session id. */
  sessions: TesterStore<string>;
  /** The captcha responses that were used, with the tester's name. */
  usedTokens: TesterStore<boolean>;
  attempts: TesterStore<Attempts>;
  /** What testers have added to the data file, by name. */
  added: TesterStore<MockData>;
  /** Whether a name is that of a tester. */
  isTester(name: string): boolean;
}

/** How often a key has selected these steps. */
interface Attempts extends Pick<Scenario, 'steps'> {
  count: number;
}

/** The limit on the entries of each store, such as the sessions. */
const maxValues = 10_000;

export function createMockState(journal: Journal): MockState {
  return {
    sessions: createTesterStore(maxValues),
    usedTokens: createTesterStore(maxValues),
    attempts: createTesterStore(maxValues),
    added: createTesterStore(maxValues),
    isTester: (name) => journal.hasName(name),
  };
}

/** Forgets what the requests of a tester, or of all, have changed. Returns the numbers of attempts and sessions. */
export function resetState(
  { usedTokens, added, attempts, sessions }: MockState,
  name: string | undefined,
) {
  usedTokens.reset(name);
  added.reset(name);
  return { attempts: attempts.reset(name), sessions: sessions.reset(name) };
}
