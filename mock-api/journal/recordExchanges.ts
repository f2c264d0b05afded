import { describeExchange } from './describeExchange.ts';
import type { Exchange, ExchangeEmitter } from './exchange.ts';
import type { Journal } from './Journal.ts';
import type { JournalEntry } from './journalEntry.ts';

/**
 * Records each exchange in a journal, when it begins and when it ends.
 * @param recordBodies whether request targets, headers and bodies are recorded, or only the path of the contract
 */
export function recordExchanges(
  exchanges: ExchangeEmitter,
  journal: Journal,
  recordBodies: boolean,
): void {
  const pending = new Map<Exchange, JournalEntry>();

  exchanges.on('begun', (exchange) => {
    const at = new Date().toISOString();
    pending.set(exchange, journal.add({ at, ...describeExchange(exchange, recordBodies) }));
  });
  exchanges.on('ended', (exchange) => {
    const entry = pending.get(exchange);
    if (entry) journal.update(entry, describeExchange(exchange, recordBodies));
    pending.delete(exchange);
  });
}
