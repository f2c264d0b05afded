import type { RequestHandler } from 'express';
import type { Match } from './contract/matchOperation.ts';
import { createRounds } from './createRounds.ts';
import { deliver } from './deliver.ts';
import { describeCall } from './describeCall.ts';
import { ordinaryAnswer, plannedAnswer } from './ordinaryAnswer.ts';
import { policeAnswer } from './policeAnswer.ts';
import { recordingOf } from './recordRequests.ts';
import { refuse, refuseFaults } from './refuse.ts';
import { findScenario } from './scenarios.ts';
import type { Sessions } from './sessions.ts';
import { sessionIdOf } from './sessions.ts';
import type { World } from './world.ts';

export interface AnswerOptions {
  currentWorld: () => World;
  sessions: Sessions;
}

/** Answers every operation of the contract, or says why not. */
export function answerFromContract({ currentWorld, sessions }: AnswerOptions): RequestHandler {
  const rounds = createRounds();

  return function answer(req, res) {
    const { entry, update } = recordingOf(res);
    // One world for the whole call, even where a file changes in the middle of it.
    const world = currentWorld();
    const { path, query } = splitTarget(req.url);
    const match = world.matchOperation(req.method, path);
    if (match.kind !== 'operation') return refuseMatch(match);

    const { operation, pathValues } = match;
    const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    const request = world.checkRequest(operation, {
      pathValues,
      query,
      headers: req.headers,
      body,
    });
    const state = { world, sessions, session: sessionIdOf(req.headers) };
    update({ ...describeCall(operation, request, state), faults: request.faults });
    if (request.faults.length > 0) return refuseFaults(res, request.faults);

    const scenario = findScenario(entry.key ?? '');
    const chosen = scenario?.operation === operation.id ? scenario : undefined;
    const behaviour = chosen ? rounds.behaviourFor(chosen, entry.key ?? '') : {};
    if (chosen) update({ scenario: chosen.id });

    const planned = plannedAnswer(behaviour) ?? ordinaryAnswer(operation, request, state);
    const policed = policeAnswer(world, operation, planned, {
      named: behaviour.answer !== undefined,
    });
    update({ faults: [...request.faults, ...policed.faults] });
    deliver(res, policed.answer, behaviour);

    function refuseMatch(failed: Exclude<Match, { kind: 'operation' }>) {
      switch (failed.kind) {
        case 'method not declared': {
          res.set('Allow', failed.allowed.join(', '));
          const allowed = failed.allowed.join(' and ');
          return refuse(res, 405, `The contract declares only ${allowed} for this path.`);
        }
        case 'malformed path':
          return refuse(res, 400, 'The path is not well encoded.');
        case 'unknown path':
          return refuse(res, 404, 'The contract knows no such path.');
      }
    }
  };
}

/** A request target as path and query. A proxy's absolute form counts as its path. */
function splitTarget(target: string): { path: string; query: string } {
  const relative = target.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = relative.indexOf('?');
  return mark < 0
    ? { path: relative, query: '' }
    : { path: relative.slice(0, mark), query: relative.slice(mark + 1) };
}
