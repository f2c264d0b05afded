import { allows, findCredential } from '../../contract/index.ts';
import { findUnmet } from '../scenarios/conditions.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { createDefaultResponse } from './createDefaultResponse.ts';
import { isWithheld } from './deliver.ts';
import type { Exchange } from './exchange.ts';
import type { Reply } from './reply.ts';
import { selectResponse } from './selectResponse.ts';
import { createProblemReply, createViolationReply } from './sendProblem.ts';

/** Returns what the mock does with a request; undefined leaves that to the next step. */
type Step = (exchange: Exchange) => Reply | undefined;

/** What the mock does with a request to an operation, in this order. The last step always returns a reply. */
export const steps: readonly Step[] = [
  forwardUnknownId,
  rejectViolations,
  rejectCredentials,
  playScenario,
  (exchange) => ({ kind: 'response', source: 'contract', ...createDefaultResponse(exchange) }),
];

function playScenario(exchange: Exchange): Reply | undefined {
  const { operation, request, identity, data, req, state } = exchange;
  const scenario = data.scenarios.find(identity.id, operation.id);
  if (!scenario) return undefined;
  const { id, when, steps } = scenario;
  const { headers: header } = req;
  const unmet = findUnmet(when, { body: request.body, header, query: exchange.query });
  if (unmet.length > 0) {
    state.testers.noteUse(identity.name, scenario, 0, unmet.join('; '));
    const reason = `The scenario ${id} does not apply: ${unmet.join('; ')}.`;
    return respondByDefault(exchange, reason);
  }
  const attempt = countAttempt(exchange, scenario);
  state.testers.noteUse(identity.name, scenario, attempt);
  const behaviour = steps[Math.min(attempt, steps.length) - 1] ?? {};
  const conditions = when ? `, and meets ${JSON.stringify(when)}` : '';
  const reply = {
    scenario: id,
    reason: `Attempt ${attempt} with "${identity.key}", which selects the scenario ${id}${conditions}.`,
    delayMs: behaviour.delayMs,
  };
  if (behaviour.pass) return { ...reply, ...respondByDefault(exchange, reply.reason) };

  // The handler does not run, so that a request without a response changes no state.
  const { fault } = behaviour;
  if (isWithheld(fault)) return { ...reply, kind: 'withheld', fault };
  const selected = selectResponse(exchange, behaviour, attempt);
  return { ...selected, ...reply, kind: 'response', fault };
}

function countAttempt(
  { state: { attempts }, identity: { key, name } }: Exchange,
  { id, operation, steps }: Scenario,
): number {
  const counted = `${operation} ${id} ${key}`;
  const known = attempts.get(counted);
  // A scenario that is replaced starts again.
  const count = known?.steps === steps ? known.count + 1 : 1;
  attempts.set(counted, name, { count, steps });
  return count;
}

/** The response to a request that a scenario leaves alone: that of the backend, if the brief is one of the backend. */
function respondByDefault(exchange: Exchange, reason: string): Reply {
  if (isOfBackend(exchange)) return { kind: 'forwarded', reason: `${reason} It was forwarded.` };
  return { kind: 'response', source: 'contract', ...createDefaultResponse(exchange), reason };
}

function forwardUnknownId(exchange: Exchange): Reply | undefined {
  const { data, identity, operation } = exchange;
  const { id, key } = identity;
  if (!isOfBackend(exchange) || data.scenarios.find(id, operation.id)) return undefined;
  const subject = key === undefined ? 'it has no id that' : `"${key}" is no id that`;
  const reason = `Forwarded, because ${subject} is in the data or selects a scenario of ${operation.id}.`;
  return { kind: 'forwarded', reason };
}

/**
 * Whether there is a backend, and an id is one that it must know. A row of the data with an operation leaves the other
 * operations of a brief to the backend, but the mock alone has the sessions of users.
 */
function isOfBackend({ hasBackend, data, identity: { id = '', kind } }: Exchange): boolean {
  if (!hasBackend || data.briefs.has(id) || data.users.has(id)) return false;
  const rows = data.scenarios.list.filter((one) => one.id === id);
  return rows.length === 0 || (kind === 'brief' && !rows.some((one) => one.hasOwnBrief));
}

function rejectViolations({ operation, request, req }: Exchange): Reply | undefined {
  if (request.violations.length === 0) return undefined;
  return createViolationReply(operation, request.violations, req.headers.accept);
}

/**
 * A credential is invalid if it is empty or contains the word "invalid": a client can test with it how it handles a 401.
 * All others are accepted.
 */
function rejectCredentials({ operation, query, req }: Exchange): Reply | undefined {
  const { headers } = req;
  const isAllowed = allows(operation, (scheme) => {
    const credential = findCredential(scheme, { headers, query }) ?? '';
    const isBasic = scheme.type === 'http' && scheme.scheme === 'basic';
    const text = isBasic ? Buffer.from(credential, 'base64').toString() : credential;
    // An API key may be sent in the form of another scheme: `Bearer`, and nothing.
    return !/^((basic|bearer)\s*)?$/i.test(text) && !/invalid/i.test(text);
  });
  if (isAllowed) return undefined;
  return createProblemReply(operation, 401, 'The credentials are invalid.', headers.accept);
}
