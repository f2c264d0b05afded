import { randomBytes } from 'node:crypto';

interface User {
  password: string;
  profile: { userId: string; roles: string[]; fullName: string; emailAddress: string };
}

/** The data of one running backend. */
export interface BackendState {
  briefs: Map<string, { name: string; fullName: string }>;
  users: Map<string, User>;
  /** User names by session id. */
  sessions: Map<string, string>;
}

export const knownBriefId = 'daily-harvest';
export const oldBriefId = '{6F9619FF-8B86-D011-B42D-00C04FC964FF}';
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
      [knownBriefId, { name: 'daily-harvest', fullName: 'The Daily Harvest' }],
      [oldBriefId, { name: 'Food & Drink', fullName: 'Café "Ñandú" & Drink – 🥐\tWeekly' }],
    ]),
    users: new Map([
      [
        knownUser.username,
        {
          password: knownUser.password,
          profile: knownProfile,
        },
      ],
    ]),
    sessions: new Map(),
  };
}

export function startSession(state: BackendState, username: string): string {
  const id = randomBytes(16).toString('hex').toUpperCase();
  state.sessions.set(id, username);
  return id;
}
