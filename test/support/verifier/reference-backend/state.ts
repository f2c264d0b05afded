import { randomBytes } from 'node:crypto';

/** The data of one running backend. Faults change it. */
export interface BackendState {
  briefs: Map<string, { name: string; fullName: string }>;
  passwords: Map<string, string>;
  /** User names by session id. */
  sessions: Map<string, string>;
  createSessionId(): string;
}

export const knownBrief = { name: 'daily-harvest', fullName: 'The Daily Harvest' };
export const knownUser = { username: 'editor', password: 'correct horse' };
export const knownProfile = {
  userId: 'editor',
  roles: ['BRIEF_MANAGEMENT', 'feedback'],
  fullName: 'Edith Torr',
  emailAddress: 'edith.torr@example.com',
};

/** The data of the contract's examples. One name needs every kind of escaping. */
export function createBackendState(): BackendState {
  return {
    briefs: new Map([
      ['daily-harvest', knownBrief],
      [
        '{6F9619FF-8B86-D011-B42D-00C04FC964FF}',
        { name: 'Food & Drink', fullName: 'Café "Ñandú" & Drink – 🥐\tWeekly' },
      ],
    ]),
    passwords: new Map([[knownUser.username, knownUser.password]]),
    sessions: new Map(),
    createSessionId: () => randomBytes(16).toString('hex').toUpperCase(),
  };
}
