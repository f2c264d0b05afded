import { describeExchange } from './describeExchange.ts';
import type { Exchange, ExchangeEmitter } from './exchange.ts';
import type { Journal } from './Journal.ts';
import type { JournalEntry } from './journalEntry.ts';

/**
 * Keeps an entry of each exchange in a journal.
 * @param recordBodies whether targets, headers and bodies are recorded; otherwise the path of the contract is
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
