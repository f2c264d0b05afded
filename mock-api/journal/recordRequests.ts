import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { type ContractContext, mask, splitTarget } from '#contract';
import { describeArrival } from './describeRequest.ts';
import type { Journal } from './Journal.ts';
import type { JournalEntry } from './journalEntry.ts';

type Change = Partial<JournalEntry>;

const updates = new WeakMap<ServerResponse, (change: Change) => void>();
const lastChanges = new WeakMap<ServerResponse, () => Promise<Change>>();

/** Updates the journal entry of a response. Console requests have no entry and are ignored. */
export function record(res: ServerResponse, change: Change): void {
  updates.get(res)?.(change);
}

/** Updates the journal entry of a response when it ends. The entry counts as ended after that. */
export function recordAtEnd(res: ServerResponse, describe: () => Promise<Change>): void {
  lastChanges.set(res, describe);
}

/**
 * Records each request that arrives, until it ends.
 * @param recordBodies whether targets, headers and bodies are recorded; otherwise the path of the contract is
 */
export function recordRequests(
  journal: Journal,
  currentContext: () => ContractContext,
  recordBodies: boolean,
): RequestHandler {
  return (req, res, next) => {
    const context = currentContext();
    const arrival = recordBodies
      ? describeArrival(req, context.isSecret)
      : { path: describePath(req, context) };
    recordRequest(journal, req, res, arrival);
    next();
  };
}

/** The path of the contract, whose variables are not replaced by personal data; masked if it declares none. */
function describePath({ method = '', url = '/' }: IncomingMessage, context: ContractContext) {
  const match = context.matchOperation(method, splitTarget(url).path);
  return match.kind === 'operation' ? context.contract.basePath + match.operation.path : mask;
}

function recordRequest(
  journal: Journal,
  req: IncomingMessage,
  res: ServerResponse,
  arrival: Pick<JournalEntry, 'path' | 'requestHeaders'>,
): void {
  const started = performance.now();
  const at = new Date().toISOString();
  const { entry, update } = journal.add({ at, method: req.method ?? '', ...arrival });
  updates.set(res, update);

  res.once('close', async () => {
    const ended = res.writableFinished ? 'completed' : 'client aborted';
    const end = {
      durationMs: Math.round(performance.now() - started),
      outcome: entry.outcome === 'pending' ? ended : entry.outcome,
    } satisfies Change;
    update({ ...end, ...(await lastChanges.get(res)?.()) });
  });
}
