import type { Brief } from '#openapi';
import type { MockData, MockUser } from './mockData.ts';

/** The brief with this id, or that of a scenario. */
export function findBrief(
  { briefs, scenarios, defaults }: MockData,
  id: string,
): Brief | undefined {
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

/** The user with this name, or that of a scenario, who has any password. */
export function findUser(
  { users, scenarios, defaults }: MockData,
  id: string,
): (Omit<MockUser, 'password'> & { password?: string }) | undefined {
  const scenario = scenarios.find(id);
  return (
    users.get(id) ??
    (scenario && {
      passwordExpired: false,
      profile: {
        ...defaults.user,
        userId: scenario.id,
        roles: [],
        fullName: scenario.id,
        emailAddress: 'scenario@example.com',
      },
    })
  );
}
