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
  let known: LookupAddress[] | undefined;
  let checkedAt = 0;
  let pending: Promise<LookupAddress[]> | undefined;

  const refresh = async (hostname: string) => {
    try {
      known = await lookupAddresses(hostname);
    } catch (error) {
      if (!known) throw error;
    } finally {
      checkedAt = performance.now();
      pending = undefined;
    }
    return known;
  };

  const resolve = async (hostname: string) => {
    if (known && performance.now() - checkedAt < ttlMs) return known;
    pending ??= refresh(hostname);
    return known ? Promise.race([pending, wait(staleWaitMs, known, { ref: false })]) : pending;
  };

  const resolveWithCallback = callbackify(resolve);
  return (hostname, _options, callback) => resolveWithCallback(hostname, callback);
}
