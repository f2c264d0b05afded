import type { RequestHandler } from 'express';
import { checkTarget } from '../contract/checkTarget.ts';
import { findExample } from '../contract/findExample.ts';
import type { Answer } from '../contract/pickAnswer.ts';
import { describeCall } from '../describeCall.ts';
import { scenarioFor } from '../findScenario.ts';
import { recordingOf } from '../journal/recordRequests.ts';
import { type Sessions, sessionIdOf } from '../world/sessions.ts';
import type { World } from '../world/world.ts';
import type { Behaviour } from './behaviour.ts';
import { createRounds } from './createRounds.ts';
import { deliver, isWithheld, withhold } from './deliver.ts';
import { ordinaryAnswer, plannedAnswer } from './ordinaryAnswer.ts';
import { policeAnswer } from './policeAnswer.ts';
import { preferredAnswer } from './preferredAnswer.ts';
import { preferenceApplied, readPrefer } from './readPrefer.ts';
import { refuse, refuseFaults, refuseTarget } from './refuse.ts';

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
    if (match.kind !== 'operation') {
      return refuseTarget(res, match, checkTarget(world.contract, match));
    }

    const { operation, pathValues } = match;
    const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    const message = { pathValues, query, headers: req.headers, body };
    const request = world.checkRequest(operation, message);
    const state = { world, sessions, session: sessionIdOf(req.headers) };
    update({
      ...describeCall(operation, request, state),
      faults: request.faults,
    });

    const prefer = readPrefer(req.headers);
    if (prefer.kind === 'unreadable') return refuse(res, 400, prefer.reason);
    const preferred = preferredAnswer(operation, prefer.value);
    if (preferred.kind === 'not in the contract') return refuse(res, 400, preferred.reason);
    // Whoever asks for an answer by name gets it without signing in first.
    const faults = request.faults.filter(
      ({ rule }) => rule !== 'request.credentials' || preferred.kind === 'no preference',
    );
    if (faults.length > 0) return refuseFaults(res, faults);

    const scenario = scenarioFor(operation.id, entry.key);
    if (scenario) update({ scenario: scenario.id });
    const applied = preferenceApplied(prefer.value);
    if (applied) res.set('Preference-Applied', applied);
    const late = prefer.value.wait === undefined ? {} : { delay: prefer.value.wait * 1000 };
    if (preferred.kind === 'answer') return send(preferred.answer, late);

    const behaviour = scenario ? rounds.behaviourFor(scenario, entry.key ?? '') : {};
    // What is not answered has no effect either: a browser that tries again meets the same.
    if (isWithheld(behaviour)) return withhold(res, { ...behaviour, ...late });
    const planned = plannedAnswer(behaviour);
    if (planned) return send(planned, { ...behaviour, ...late }, { named: true });
    return send(ordinaryAnswer(operation, request, state), { ...behaviour, ...late });

    function send(chosen: Answer, how: Behaviour, { named = false } = {}) {
      const policed = policeAnswer(world, operation, chosen, { named });
      const example = findExample(operation, policed.answer);
      update({
        faults: [...request.faults, ...policed.faults],
        ...(example !== undefined && { example }),
      });
      deliver(res, policed.answer, how);
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
