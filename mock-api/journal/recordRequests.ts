import type { RequestHandler, Response } from 'express';
import type { World } from '../world/world.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { maskQuery } from './maskSecrets.ts';

const PATH_LIMIT = 500;

/** What is known of a request while it is handled; each update reaches whoever watches the journal. */
export interface Recording {
  entry: JournalEntry;
  update(change: Partial<JournalEntry>): void;
}

const recordings = new WeakMap<object, Recording>();

/** The recording of a request that is being answered. */
export function recordingOf(res: Response): Recording {
  const recording = recordings.get(res);
  if (!recording) throw new Error('This request is not recorded.');
  return recording;
}

/** Notes an answer that begins. The mock's own pages are not recorded, and nothing is noted. */
export function noteAnswer(res: Response, status: number, mediaType: unknown) {
  const type = typeof mediaType === 'string' ? { mediaType } : {};
  recordings.get(res)?.update({ status, ...type });
}

/** Puts every request into the journal as it arrives, and its end once it has come. */
export function recordRequests(journal: Journal, currentWorld: () => World): RequestHandler {
  return (req, res, next) => {
    const started = performance.now();
    const path = maskQuery(req.originalUrl, currentWorld().secretNames).slice(0, PATH_LIMIT);
    const recording = journal.add({ at: new Date().toISOString(), method: req.method, path });
    recordings.set(res, recording);

    res.once('close', () => {
      const { outcome } = recording.entry;
      const ended = res.writableFinished ? 'answered' : 'client left';
      recording.update({
        duration: Math.round(performance.now() - started),
        outcome: outcome === 'pending' ? ended : outcome,
      });
    });
    next();
  };
}
