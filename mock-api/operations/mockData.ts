import type { Brief, CurrentUser } from '#openapi';
import type { ScenarioSet } from '../scenarios/findScenario.ts';

/** The content of the data file, completed from the contract. */
export interface MockData {
  /** By brief id. */
  briefs: ReadonlyMap<string, Brief>;
  /** By user name. */
  users: ReadonlyMap<string, MockUser>;
  scenarios: ScenarioSet;
  /** Whether the operations with the ids of this product's have its state. */
  hasHandlers: boolean;
  /** The contract's own brief and user, for what a brief or user leaves out. */
  defaults: { brief: Partial<Brief>; user: Partial<CurrentUser> };
}

export interface MockUser {
  password: string;
  passwordExpired: boolean;
  profile: CurrentUser;
}
