import type { OperationHandlers, State } from './answers/operationHandler.ts';
import { findBrief, findUser } from './world/findData.ts';
import { SESSION_COOKIE } from './world/sessions.ts';

/** What needs state. An operation without an entry answers with the contract's first example. */
export const operations: OperationHandlers = {
  getBrief: {
    key: ({ path }) => path.briefId,
    answer({ path }, { world }) {
      const brief = findBrief(world, path.briefId);
      return brief
        ? { status: 200, mediaType: 'application/json', body: brief }
        : {
            status: 404,
            mediaType: 'application/json',
            body: { message: 'There is no such brief.' },
          };
    },
  },

  submitFeedback: {
    key: ({ body }) => body.briefId,
    subscriber: ({ body }) =>
      body.subscriberId === undefined ? undefined : String(body.subscriberId),
  },

  signIn: {
    key: ({ body }) => body.username,
    answer({ body: { username, password } }, { world, sessions }) {
      const user = findUser(world, username);
      if (!user || (user.password !== undefined && user.password !== password)) {
        const message = 'The user name or the password is wrong.';
        return { status: 401, mediaType: 'application/json', body: { message } };
      }
      return {
        status: 200,
        headers: {
          'Set-Cookie': `${SESSION_COOKIE}=${sessions.begin(username)}; Path=/; HttpOnly; SameSite=Lax`,
          'password-expired': user.passwordExpired ? 'true' : 'false',
        },
        mediaType: 'text/html',
        body: '<!doctype html><title>Tools</title>',
      };
    },
  },

  signOut: {
    key: userName,
    answer(_, { sessions, session }) {
      sessions.end(session);
      return {
        status: 200,
        headers: { 'Set-Cookie': `${SESSION_COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0` },
        mediaType: 'text/html',
        body: '<!doctype html><title>Signed out</title>',
      };
    },
  },

  getCurrentUser: {
    key: userName,
    answer(_, state) {
      const userId = userName(_, state);
      const user = userId === undefined ? undefined : findUser(state.world, userId);
      return userId !== undefined && user
        ? { status: 200, mediaType: 'application/json', body: { userId, ...user.profile } }
        : { status: 401, mediaType: 'application/json', body: { message: 'Not signed in.' } };
    },
  },
};

function userName(_: unknown, { sessions, session }: State): string | undefined {
  return sessions.userOf(session);
}
