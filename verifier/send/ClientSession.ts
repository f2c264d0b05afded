import type { SecurityScheme } from '#contract';
import type { SentHeaders } from '../plan/mergeHeaders.ts';
import type { HttpResponse } from './sendRequest.ts';

/**
 * What a client keeps of the responses to continue a session. Ignores deletions, expiry, paths and domains of cookies: the
 * server must reject an ended session even if the client still sends its cookie.
 */
export class ClientSession {
  readonly #cookies = new Map<string, string>();

  /** Stores the cookies of a response. */
  store({ headers }: HttpResponse): void {
    for (const line of headers['set-cookie'] ?? []) {
      const [, name = '', value = '', attributes = ''] = /^([^=;]+)=([^;]*)(.*)$/.exec(line) ?? [];
      const isDeletion = value.trim() === '' || /;\s*max-age=0/i.test(attributes);
      if (!isDeletion) this.#cookies.set(name.trim(), value.trim());
    }
  }

  /** The headers of a request in the session; undefined before a response has started one. */
  headers(): SentHeaders | undefined {
    if (this.#cookies.size === 0) return undefined;

    const pairs = [...this.#cookies].map((pair) => pair.join('='));
    return { Cookie: pairs.join('; ') };
  }

  /** The value of the cookie that a security scheme takes. */
  idOf({ in: place, key = '' }: SecurityScheme): string | undefined {
    return place === 'cookie' ? this.#cookies.get(key) : undefined;
  }
}
