import { allows, findCredential } from '#contract';
import type { Behaviour } from '../scenarios/behaviour.ts';
import { findUnmet } from '../scenarios/conditions.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { createDefaultResponse } from './createDefaultResponse.ts';
import { isWithheld } from './deliver.ts';
import { createErrorReply, createViolationReply } from './errorReply.ts';
import type { MockRequest } from './mockRequest.ts';
import type { Reply } from './reply.ts';
import { selectResponse } from './selectResponse.ts';

/** Returns what the mock does with a request; undefined leaves that to the next responder. */
type Responder = (request: MockRequest) => Reply | undefined;

const responders: readonly Responder[] = [
  forwardUnknownId,
  rejectViolations,
  rejectCredentials,
  playScenario,
];

/** What the mock does with a request to an operation: the first responder that returns a reply decides. */
export function findReply(request: MockRequest): Reply {
  for (const respond of responders) {
    const reply = respond(request);
    if (reply) return reply;
  }

  return { kind: 'response', source: 'contract', ...createDefaultResponse(request) };
}

function forwardUnknownId(request: MockRequest): Reply | undefined {
  const { data, identity, operation } = request;
  const { id, key } = identity;
  if (!isOfBackend(request) || data.scenarios.find(id, operation.id)) return undefined;

  const subject = key === undefined ? 'it has no id that' : `"${key}" is no id that`;
  const reason = `Forwarded, because ${subject} is in the data or selects a scenario of ${operation.id}.`;
  return { kind: 'forwarded', reason };
}

function rejectViolations({ operation, violations, req }: MockRequest): Reply | undefined {
  if (violations.length === 0) return undefined;
  return createViolationReply(operation, violations, req.headers.accept);
}

/**
 * A credential is invalid if it is empty or contains the word "invalid": a client can test with it how it handles a 401.
 * All others are accepted.
 */
function rejectCredentials({ operation, query, req }: MockRequest): Reply | undefined {
  const { headers } = req;
  const isAllowed = allows(operation, (scheme) => {
    const credential = findCredential(scheme, { headers, query }) ?? '';
    const isBasic = scheme.type === 'http' && scheme.scheme === 'basic';
    const text = isBasic ? Buffer.from(credential, 'base64').toString() : credential;
    // An API key may be sent in the form of another scheme: `Bearer`, and nothing.
    return !/^((basic|bearer)\s*)?$/i.test(text) && !/invalid/i.test(text);
  });
  if (isAllowed) return undefined;

  return createErrorReply(operation, 401, 'The credentials are invalid.', headers.accept);
}

function playScenario(request: MockRequest): Reply | undefined {
  const { operation, identity, data, req, body, query } = request;
  const scenario = data.scenarios.find(identity.id, operation.id);
  if (!scenario) return undefined;

  const { id, when, steps } = scenario;
  const unmet = findUnmet(when, { body, header: req.headers, query });
  if (unmet.length > 0) {
    const reason = unmet.join('; ');
    return respondByDefault(request, `The scenario ${id} does not apply: ${reason}.`);
  }

  const attempt = countAttempt(request, scenario);
  const step = steps[Math.min(attempt, steps.length) - 1] ?? {};
  const conditions = when ? `, and meets ${JSON.stringify(when)}` : '';
  const reason = `Attempt ${attempt} with "${identity.key}", which selects the scenario ${id}${conditions}.`;
  const reply = playStep(request, step, reason);
  return { ...reply, scenario: id, delayMs: step.delayMs };
}

function countAttempt(
  { state: { attempts }, identity: { key, name } }: MockRequest,
  { id, operation, steps }: Scenario,
): number {
  const counted = `${operation} ${id} ${key}`;
  const known = attempts.get(counted);
  // A scenario that is replaced starts again.
  const count = known?.steps === steps ? known.count + 1 : 1;
  attempts.set(counted, name, { count, steps });
  return count;
}

function playStep(request: MockRequest, step: Behaviour, reason: string): Reply {
  if (step.pass) return respondByDefault(request, reason);

  // The handler does not run, so that a request without a response changes no state.
  const { fault } = step;
  if (isWithheld(fault)) return { kind: 'withheld', fault, reason };

  const selected = selectResponse(request, step);
  return { ...selected, kind: 'response', fault, reason };
}

/** The response to a request that a scenario leaves alone: that of the backend, if the brief is one of the backend. */
function respondByDefault(request: MockRequest, reason: string): Reply {
  if (isOfBackend(request)) return { kind: 'forwarded', reason: `${reason} It was forwarded.` };
  return { kind: 'response', source: 'contract', ...createDefaultResponse(request), reason };
}

/**
 * Whether there is a backend, and an id is one that it must know. A row of the data with an operation leaves the other
 * operations of a brief to the backend, but the mock alone has the sessions of users.
 */
function isOfBackend({ hasBackend, data, identity: { id = '', kind } }: MockRequest): boolean {
  if (!hasBackend || data.briefs.has(id) || data.users.has(id)) return false;

  const rows = data.scenarios.list.filter((one) => one.id === id);
  return rows.length === 0 || (kind === 'brief' && !rows.some((one) => one.hasOwnBrief));
}
