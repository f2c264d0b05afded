import type { Brief, CurrentUser } from '#openapi';
import type { KeyKind } from '../scenarios/identifyRequest.ts';
import { replaceScenarios, type ScenarioSet } from '../scenarios/scenarioSet.ts';

/** The content of the data file, completed from the contract. */
export interface MockData {
  /** The briefs by id. */
  briefs: ReadonlyMap<string, Brief>;
  /** The users by name. */
  users: ReadonlyMap<string, MockUser>;
  scenarios: ScenarioSet;
  /** The name of the cookie that the contract's operations require. */
  sessionCookie: string;
  /** The contract's values for the properties that a brief or user of the data file leaves out. */
  defaults: { brief: Partial<Brief>; user: Partial<CurrentUser> };
}

export interface MockUser {
  password: string;
  passwordExpired: boolean;
  profile: CurrentUser;
}

/**
 * Whether the data has a brief or a user with an id. Every scenario is also a brief and a user, so that its page loads
 * and sign-in works.
 */
export function isKnownId({ briefs, users, scenarios }: MockData, kind: KeyKind, id: string) {
  if (scenarios.find(id)) return true;
  return (kind === 'brief' && briefs.has(id)) || (kind === 'user' && users.has(id));
}

/**
 * Merges the data; added scenarios replace those with the same id and operation. Returns undefined for the observer,
 * which has no data.
 */
export function mergeData<Base extends MockData | undefined>(
  base: Base,
  added: MockData | undefined,
): MockData | Base {
  if (!base || !added) return base;
  return {
    ...base,
    briefs: new Map([...base.briefs, ...added.briefs]),
    users: new Map([...base.users, ...added.users]),
    scenarios: replaceScenarios(base.scenarios, added.scenarios),
  };
}
