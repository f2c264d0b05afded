import { randomBytes } from 'node:crypto';

import { cookieText, type Headers } from '../contract/message.ts';

export const SESSION_COOKIE = 'JSESSIONID';

const LIMIT = 10_000;

/** Who is signed in, by the value of the session's cookie. The oldest session gives way to a new one. */
export function createSessions() {
  const users = new Map<string, string>();
  return {
    begin(userName: string): string {
      const id = randomBytes(16).toString('hex').toUpperCase();
      const [oldest] = users.keys();
      if (users.size >= LIMIT && oldest !== undefined) users.delete(oldest);
      users.set(id, userName);
      return id;
    },
    userOf(id: string | undefined): string | undefined {
      return id === undefined ? undefined : users.get(id);
    },
    end(id: string | undefined) {
      if (id !== undefined) users.delete(id);
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;

/** The value of a request's session cookie. */
export function sessionIdOf(headers: Headers): string | undefined {
  return cookieText(headers, SESSION_COOKIE);
}
