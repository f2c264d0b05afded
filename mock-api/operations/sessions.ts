import { randomBytes } from 'node:crypto';
import { cookieText, type Headers } from '../contract/http/httpMessage.ts';

export const sessionCookie = 'JSESSIONID';

const maxSessions = 10_000;

/** Stores signed-in users by session id. At the limit, the oldest session ends. */
export function createSessions() {
  const userNames = new Map<string, string>();
  return {
    /** Returns the id of the new session. */
    start(userName: string): string {
      const id = randomBytes(16).toString('hex').toUpperCase();
      const [oldest] = userNames.keys();
      if (userNames.size >= maxSessions && oldest !== undefined) userNames.delete(oldest);
      userNames.set(id, userName);
      return id;
    },
    userOf(id: string | undefined): string | undefined {
      return id === undefined ? undefined : userNames.get(id);
    },
    end(id: string | undefined) {
      if (id !== undefined) userNames.delete(id);
    },
    /** Ends the sessions of these users and returns their number. */
    endAll(isSelected: (userName: string) => boolean): number {
      const ids = [...userNames].filter(([, name]) => isSelected(name)).map(([id]) => id);
      for (const id of ids) userNames.delete(id);
      return ids.length;
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;

/** The value of a request's session cookie. */
export function sessionIdOf(headers: Headers): string | undefined {
  return cookieText(headers, sessionCookie);
}
