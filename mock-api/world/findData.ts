import type { Brief } from '#openapi';
import { findScenario, splitKey } from '../findScenario.ts';
import type { MockUser } from './loadData.ts';
import type { World } from './world.ts';

/** The brief with this id: from the data, or the one that a scenario needs so that its page loads. */
export function findBrief({ data }: World, id: string): Brief | undefined {
  const known = data.briefs.get(id) ?? data.briefs.get(splitKey(id).name);
  const scenario = findScenario(id);
  return known ?? (scenario && { name: scenario.id, fullName: `The “${scenario.id}” scenario` });
}

/** The user with this name, likewise. A scenario's user signs in with any password. */
export function findUser(
  { data }: World,
  name: string,
): (Omit<MockUser, 'password'> & { password?: string }) | undefined {
  const known = data.users.get(name) ?? data.users.get(splitKey(name).name);
  const scenario = findScenario(name);
  return (
    known ??
    (scenario && {
      passwordExpired: false,
      profile: { roles: [], fullName: scenario.id, emailAddress: 'scenario@example.com' },
    })
  );
}
