import { randomBytes } from 'node:crypto';

const maxSessions = 10_000;

/** Stores signed-in users by session id. At the limit, the oldest session ends. */
export function createSessions() {
  const users = new Map<string, { userName: string; name: string | undefined }>();
  return {
    /** Returns the id of the new session. */
    start(userName: string, name: string | undefined): string {
      const id = randomBytes(16).toString('hex').toUpperCase();
      const [oldest] = users.keys();
      if (users.size >= maxSessions && oldest !== undefined) users.delete(oldest);
      users.set(id, { userName, name });
      return id;
    },
    userOf(id: string | undefined): string | undefined {
      return id === undefined ? undefined : users.get(id)?.userName;
    },
    end(id: string | undefined) {
      if (id !== undefined) users.delete(id);
    },
    /** Ends the sessions of a tester, or all of them, and returns their number. */
    reset(name?: string): number {
      const ended = [...users].filter(([, user]) => name === undefined || user.name === name);
      for (const [id] of ended) users.delete(id);
      return ended.length;
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
