import type { Brief } from '#openapi';
import { findScenario, withoutSuffix } from '../scenarios/findScenario.ts';
import type { MockData, MockUser } from './loadMockFiles.ts';

/** The brief with this id. Every scenario id is also a brief id, so that its page loads. */
export function findBrief({ briefs, defaults }: MockData, id: string): Brief | undefined {
  const name = withoutSuffix(id);
  const scenario = findScenario(name);
  return (
    briefs.get(id) ??
    briefs.get(name) ??
    (scenario && {
      ...defaults.brief,
      name: scenario.id,
      fullName: `The “${scenario.id}” scenario`,
    })
  );
}

/** The user with this name. Every scenario id is also a user name, with any password. */
export function findUser(
  { users, defaults }: MockData,
  userName: string,
): (Omit<MockUser, 'password'> & { password?: string }) | undefined {
  const name = withoutSuffix(userName);
  const scenario = findScenario(name);
  return (
    users.get(userName) ??
    users.get(name) ??
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
