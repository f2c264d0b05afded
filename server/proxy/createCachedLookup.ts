import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { callbackify } from 'node:util';

export type LookupAddresses = (hostname: string) => Promise<LookupAddress[]>;

export const lookupAllAddresses: LookupAddresses = (hostname) => lookup(hostname, { all: true });

/** How long a request waits for a lookup before it uses expired addresses. */
const staleWaitMs = 1_000;

/**
 * Creates a `lookup` option for connections to one host, which need `autoSelectFamily` because it returns all
 * addresses. Node looks up each connection's host in a small thread pool, where slow name servers delay
 * everything else; here all connections share one lookup at a time. Expired addresses are still used while the
 * name servers fail or do not respond.
 *
 * @param ttlMs is how long addresses are used without looking them up again
 */
export function createCachedLookup(
  lookupAddresses: LookupAddresses,
  ttlMs: number,
): LookupFunction {
  const cache = new AddressCache(lookupAddresses, ttlMs);
  const resolve = callbackify((hostname: string) => cache.resolve(hostname));
  return (hostname, _options, callback) => resolve(hostname, callback);
}

class AddressCache {
  readonly #lookupAddresses: LookupAddresses;
  readonly #ttlMs: number;
  #known: LookupAddress[] | undefined;
  #checkedAt = 0;
  #pending: Promise<LookupAddress[]> | undefined;

  constructor(lookupAddresses: LookupAddresses, ttlMs: number) {
    this.#lookupAddresses = lookupAddresses;
    this.#ttlMs = ttlMs;
  }

  async resolve(hostname: string): Promise<LookupAddress[]> {
    const known = this.#known;
    if (known && performance.now() - this.#checkedAt < this.#ttlMs) return known;

    this.#pending ??= this.#refresh(hostname);
    if (!known) return this.#pending;

    return Promise.race([this.#pending, wait(staleWaitMs, known, { ref: false })]);
  }

  async #refresh(hostname: string): Promise<LookupAddress[]> {
    try {
      this.#known = await this.#lookupAddresses(hostname);
      return this.#known;
    } catch (error) {
      if (!this.#known) throw error;

      return this.#known;
    } finally {
      this.#checkedAt = performance.now();
      this.#pending = undefined;
    }
  }
}
