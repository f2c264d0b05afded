import { randomBytes } from 'node:crypto';
import type { Brief } from '#openapi';
import { standInToken } from '../captcha/standInToken.ts';
import type { MockData, MockUser } from './mockData.ts';
import type { AnyHandler, OperationHandlers } from './operationHandlers.ts';

/**
 * The handlers of the operations with state. Their responses are completed from the contract's example for the status;
 * every other operation responds with its example.
 */
const handlers: OperationHandlers = {
  getBrief(_, { data, identity: { id = '' } }) {
    const brief = findBrief(data, id);
    return brief ? { status: 200, body: brief } : { status: 404 };
  },

  submitFeedback({ body }, { data, state, identity: { id = '', name } }) {
    if (!findBrief(data, id)) return { status: 404 };
    // Any other captcha response was typed by hand, and is accepted again and again.
    if (!standInToken.test(body.recaptchaResponse)) return { status: 200 };

    const token = `${body.recaptchaResponse} ${name}`;
    const isUsed = state.usedTokens.get(token) === true;
    state.usedTokens.set(token, name, true);
    return { status: isUsed ? 409 : 200 };
  },

  signIn({ body: { username, password } }, { data, state, identity: { id = '', name } }) {
    const user = findUser(data, id);
    if (!user || (user.password !== undefined && user.password !== password)) {
      return { status: 401, reason: 'The user name or the password is wrong.' };
    }
    const session = randomBytes(16).toString('hex').toUpperCase();
    state.sessions.set(session, name, username);
    return {
      status: 200,
      headers: {
        'Set-Cookie': `${data.sessionCookie}=${session}; Path=/; HttpOnly; SameSite=Lax`,
        'password-expired': user.passwordExpired ? 'true' : 'false',
      },
    };
  },

  signOut(_, { data, state, sessionId = '' }) {
    state.sessions.delete(sessionId);
    return {
      status: 200,
      headers: {
        'Set-Cookie': `${data.sessionCookie}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`,
      },
    };
  },

  getCurrentUser(_, { data, identity: { id = '', key: userId } }) {
    const user = findUser(data, id);
    return userId !== undefined && user
      ? { status: 200, body: { ...user.profile, userId } }
      : { status: 401 };
  },
};

export function findHandler(operationId: string): AnyHandler | undefined {
  return Object.hasOwn(handlers, operationId)
    ? (handlers as Record<string, AnyHandler>)[operationId]
    : undefined;
}

/** Returns the brief with this id, or a brief for the scenario with this id. */
export function findBrief(data: MockData, id: string): Brief | undefined {
  const brief = data.briefs.get(id);
  if (brief) return brief;

  const scenario = data.scenarios.find(id);
  if (!scenario) return undefined;

  const fullName = `The “${scenario.id}” scenario`;
  return { ...data.defaults.brief, name: scenario.id, fullName };
}

/** Returns the user with this name, or a user without a password for the scenario with this id. */
function findUser(
  data: MockData,
  id: string,
): (Omit<MockUser, 'password'> & { password?: string }) | undefined {
  const user = data.users.get(id);
  if (user) return user;

  const scenario = data.scenarios.find(id);
  if (!scenario) return undefined;

  const profile = {
    ...data.defaults.user,
    userId: scenario.id,
    roles: [],
    fullName: scenario.id,
    emailAddress: 'scenario@example.com',
  };
  return { passwordExpired: false, profile };
}
