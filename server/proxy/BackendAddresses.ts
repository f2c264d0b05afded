import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { callbackify } from 'node:util';

export type LookupAddresses = (hostname: string) => Promise<LookupAddress[]>;

export const lookupAllAddresses: LookupAddresses = (hostname) => lookup(hostname, { all: true });

/** The time for which a request waits for a lookup before it uses expired addresses. */
const staleWaitMs = 1_000;

/**
 * The addresses of one host name, for connections with `autoSelectFamily`. Node.js looks up each connection's host in a
 * small thread pool, where slow name servers delay everything else; here all connections share one lookup at a time.
 * Expired addresses are still used while the name servers fail or do not respond.
 */
export class BackendAddresses {
  /** The `lookup` option of connections to the host. */
  readonly lookup: LookupFunction;
  readonly #hostname: string;
  readonly #lookupAddresses: LookupAddresses;
  readonly #ttlMs: number;
  #known: LookupAddress[] | undefined;
  #checkedAt = 0;
  #pending: Promise<void> | undefined;
  /** Addresses that did not respond to a connection, the latest one last. */
  #unresponsive: string[] = [];

  /** @param ttlMs the time for which addresses are used without looking them up again */
  constructor(hostname: string, lookupAddresses: LookupAddresses, ttlMs: number) {
    this.#hostname = hostname;
    this.#lookupAddresses = lookupAddresses;
    this.#ttlMs = ttlMs;
    const resolve = callbackify(() => this.#resolve());
    this.lookup = (_hostname, _options, callback) => resolve(callback);
  }

  /** Tries an address after all others, until the name servers no longer return it. */
  tryLast(address: string): void {
    this.#unresponsive = [...this.#unresponsive.filter((other) => other !== address), address];
  }

  async #resolve(): Promise<LookupAddress[]> {
    const isFresh = performance.now() - this.#checkedAt < this.#ttlMs;
    if (!this.#known || !isFresh) {
      this.#pending ??= this.#refresh();
      const limit = this.#known ? [wait(staleWaitMs, undefined, { ref: false })] : [];
      await Promise.race([this.#pending, ...limit]);
    }

    const rank = ({ address }: LookupAddress) => this.#unresponsive.indexOf(address);
    return (this.#known ?? []).toSorted((one, other) => rank(one) - rank(other));
  }

  async #refresh(): Promise<void> {
    try {
      this.#known = await this.#lookupAddresses(this.#hostname);
      const listed = new Set(this.#known.map(({ address }) => address));
      this.#unresponsive = this.#unresponsive.filter((address) => listed.has(address));
    } catch (error) {
      if (!this.#known) throw error;
    } finally {
      this.#checkedAt = performance.now();
      this.#pending = undefined;
    }
  }
}
