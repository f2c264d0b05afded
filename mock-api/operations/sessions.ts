import { randomBytes } from 'node:crypto';

const maxSessions = 10_000;

/** Stores signed-in users by session id. At the limit, the oldest session ends. */
export function createSessions() {
  const users = new Map<string, { name: string; suffix: string | undefined }>();
  return {
    /** Returns the id of the new session. */
    start(name: string, suffix: string | undefined): string {
      const id = randomBytes(16).toString('hex').toUpperCase();
      const [oldest] = users.keys();
      if (users.size >= maxSessions && oldest !== undefined) users.delete(oldest);
      users.set(id, { name, suffix });
      return id;
    },
    userOf(id: string | undefined): string | undefined {
      return id === undefined ? undefined : users.get(id)?.name;
    },
    end(id: string | undefined) {
      if (id !== undefined) users.delete(id);
    },
    /** Ends the sessions of a suffix, or all of them, and returns their number. */
    reset(suffix?: string): number {
      const ended = [...users].filter(([, user]) => suffix === undefined || user.suffix === suffix);
      for (const [id] of ended) users.delete(id);
      return ended.length;
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
