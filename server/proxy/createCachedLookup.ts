import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

export type LookupAddresses = (hostname: string) => Promise<LookupAddress[]>;

export const lookupAllAddresses: LookupAddresses = (hostname) => lookup(hostname, { all: true });

export interface CachedLookupOptions {
  lookupAddresses: LookupAddresses;
  /** How long addresses are used without looking them up again. */
  ttlMs: number;
}

interface Entry {
  /** undefined until a lookup has succeeded. */
  addresses?: LookupAddress[];
  /** When the last lookup ended. */
  checkedAt: number;
  hasFailed: boolean;
  /** The lookup in flight. */
  refresh?: Promise<LookupAddress[]> | undefined;
}

/** How long a request waits for a refresh before it uses expired addresses. */
const staleWaitMs = 1_000;

/**
 * Creates a `lookup` option for connections. Node looks up each connection's host in a small thread pool,
 * where slow name servers delay everything else; here all connections share one lookup per host at a time.
 * Expired addresses are still used while the name servers fail or do not respond.
 */
export function createCachedLookup({
  lookupAddresses,
  ttlMs,
}: CachedLookupOptions): LookupFunction {
  const entries = new Map<string, Entry>();

  const refresh = async (hostname: string, entry: Entry): Promise<LookupAddress[]> => {
    try {
      entry.addresses = await lookupAddresses(hostname);
      entry.hasFailed = false;
      return entry.addresses;
    } catch (error) {
      entry.hasFailed = true;
      if (!entry.addresses) throw error;
      return entry.addresses;
    } finally {
      entry.checkedAt = performance.now();
      entry.refresh = undefined;
    }
  };

  const resolve = (hostname: string): Promise<LookupAddress[]> => {
    const entry: Entry = entries.get(hostname) ?? { checkedAt: 0, hasFailed: false };
    entries.set(hostname, entry);
    const { addresses } = entry;
    if (addresses && performance.now() - entry.checkedAt < ttlMs) return Promise.resolve(addresses);
    entry.refresh ??= refresh(hostname, entry);
    if (!addresses) return entry.refresh;
    if (entry.hasFailed) return Promise.resolve(addresses);
    const timeout = new Promise<LookupAddress[]>((resolve) => {
      setTimeout(resolve, staleWaitMs, addresses);
    });
    return Promise.race([entry.refresh, timeout]);
  };

  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (all || !first) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
}
