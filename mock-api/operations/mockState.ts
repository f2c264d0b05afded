import type { Journal } from '../journal/Journal.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { MockData } from './mockData.ts';
import { createTesterStore, type TesterStore } from './testerStore.ts';

/** The state that requests and testers change. */
export interface MockState {
  /** The names of signed-in users by session id. */
  sessions: TesterStore<string>;
  /** The captcha responses that were used, each with the tester's name. */
  usedTokens: TesterStore<boolean>;
  attempts: TesterStore<Attempts>;
  /** The scenarios that testers have added, by tester's name. */
  added: TesterStore<MockData>;
  /** Whether a tester has this name. */
  isTester(name: string): boolean;
}

/** The number of requests with a key that have selected these steps. */
interface Attempts extends Pick<Scenario, 'steps'> {
  count: number;
}

/** The limit on the values of each store, such as the sessions. */
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

/** Resets the state of a tester, or all state. Returns the numbers of removed attempts and sessions. */
export function resetState(
  { usedTokens, added, attempts, sessions }: MockState,
  name: string | undefined,
) {
  usedTokens.reset(name);
  added.reset(name);
  return { attempts: attempts.reset(name), sessions: sessions.reset(name) };
}
