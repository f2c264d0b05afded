import type { Brief } from '#openapi';
import { type IsKnownId, maxKeyLength } from '../scenarios/identifyRequest.ts';
import { splitKey } from '../scenarios/splitKey.ts';
import type { MockData, MockUser } from './mockData.ts';

/** Every scenario id is also a brief id and a user name, so that its page loads and sign-in works. */
export function createIdLookup({ briefs, users, scenarios }: MockData): IsKnownId {
  const data = { brief: briefs, user: users };
  return (kind, id) =>
    scenarios.find(id) !== undefined || (kind !== 'scenario' && data[kind].has(id));
}

/** The brief with this id, which may have a suffix. */
export function findBrief(data: MockData, key: string): Brief | undefined {
  const { briefs, scenarios, defaults } = data;
  const isKnownId = createIdLookup(data);
  const { id } = splitKey(key, (part) => isKnownId('brief', part));
  const scenario = scenarios.find(id);
  return (
    briefs.get(id) ??
    (scenario && {
      ...defaults.brief,
      name: scenario.id,
      fullName: `The “${scenario.id}” scenario`,
    })
  );
}

/** The user with this name, which may have a suffix. The user of a scenario has any password. */
export function findUser(
  data: MockData,
  userName: string,
): (Omit<MockUser, 'password'> & { password?: string }) | undefined {
  const { users, scenarios, defaults } = data;
  // Sessions keep the name, suffix included.
  if (userName.length > maxKeyLength) return undefined;
  const isKnownId = createIdLookup(data);
  const { id } = splitKey(userName, (part) => isKnownId('user', part));
  const scenario = scenarios.find(id);
  return (
    users.get(id) ??
    (scenario && {
      passwordExpired: false,
      profile: {
        ...defaults.user,
        userId: userName,
        roles: [],
        fullName: scenario.id,
        emailAddress: 'scenario@example.com',
      },
    })
  );
}
