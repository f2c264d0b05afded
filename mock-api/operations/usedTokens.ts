import { standInToken } from '../captcha/standInToken.ts';

const maxTokens = 10_000;

/** Stores the captcha responses that were used, for each tester. At the limit, the oldest is forgotten. */
export function createUsedTokens() {
  const owners = new Map<string, string | undefined>();
  return {
    /** Returns whether the tester had not used the response before. */
    use(token: string, name: string | undefined): boolean {
      // Anything else was typed by hand, and is accepted again and again.
      if (!standInToken.test(token)) return true;
      const key = `${token} ${name}`;
      if (owners.has(key)) return false;
      const [oldest] = owners.keys();
      if (owners.size >= maxTokens && oldest !== undefined) owners.delete(oldest);
      owners.set(key, name);
      return true;
    },
    /** Forgets the responses of a tester, or all of them. */
    reset(name?: string) {
      for (const [key, owner] of owners) {
        if (name === undefined || owner === name) owners.delete(key);
      }
    },
  };
}

export type UsedTokens = ReturnType<typeof createUsedTokens>;
