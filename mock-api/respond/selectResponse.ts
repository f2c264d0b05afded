import { allows, findCredential } from '#contract';
import { maskUrl } from '../journal/maskSecrets.ts';
import { evaluateFields } from '../scenarios/fieldPatterns.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { Step } from '../scenarios/step.ts';
import { createStepResponse, encodeHeaders } from './createStepResponse.ts';
import { defineDefault } from './defineDefault.ts';
import { defineError, defineViolationError } from './defineError.ts';
import { isWithheld } from './deliver.ts';
import type { MockRequest } from './identify.ts';
import type { ResponseDefinition } from './responseDefinition.ts';

export function selectResponse(request: MockRequest): ResponseDefinition {
  const { operation, identity, data, violations, req } = request;
  const { accept } = req.headers;
  const scenario = data.scenarios.find(identity.id, operation.id);

  if (!scenario && isForBackend(request)) return forward(request);
  if (violations.length > 0) return defineViolationError(operation, violations, accept);
  if (!hasValidCredentials(request)) {
    return defineError(operation, 401, 'The credentials are invalid.', accept);
  }
  return scenario ? playScenario(request, scenario) : defineDefault(request);
}

/**
 * Whether the backend responds to a request: there is one, and neither the data nor a scenario with `for` has the id. A
 * scenario with `operation` leaves the other operations of a brief to the backend, but not those of a user, because
 * only the mock knows whether the user has signed in.
 */
function isForBackend({ hasBackend, data, identity: { id = '', kind } }: MockRequest): boolean {
  if (!hasBackend || data.briefs.has(id) || data.users.has(id)) return false;

  const rows = data.scenarios.list.filter((one) => one.id === id);
  return rows.length === 0 || (kind === 'brief' && !rows.some((one) => one.hasOwnBrief));
}

function forward({ identity: { key }, operation, context }: MockRequest): ResponseDefinition {
  const shown = key === undefined ? undefined : maskUrl(key, context.isSecret);
  const subject = shown === undefined ? 'it has no id that' : `"${shown}" is no id that`;
  const reason = `Forwarded, because ${subject} is in the data or selects a scenario of ${operation.id}.`;
  return { kind: 'forwarded', reason };
}

/**
 * Whether the credentials of a request are accepted: all but empty ones and those that contain the word "invalid", with
 * which a client can test a 401.
 */
function hasValidCredentials({ operation, query, req: { headers } }: MockRequest): boolean {
  return allows(operation, (scheme) => {
    const credential = findCredential(scheme, { headers, query }) ?? '';
    const isBasic = scheme.type === 'http' && scheme.scheme === 'basic';
    const text = isBasic ? Buffer.from(credential, 'base64').toString() : credential;
    // An empty API key may be sent as `Bearer` without a value.
    return !/^((basic|bearer)\s*)?$/i.test(text) && !/invalid/i.test(text);
  });
}

function playScenario(request: MockRequest, scenario: Scenario): ResponseDefinition {
  const { identity, req, body, query } = request;
  const { id, when, steps } = scenario;
  const unmet = evaluateFields({ body, header: req.headers, query }, when ?? {})
    .filter(({ isMet }) => !isMet)
    // The value itself may be secret.
    .map(({ name, expected }) => `${name} is not ${JSON.stringify(expected)}`);
  if (unmet.length > 0) {
    return defineWithoutStep(request, `The scenario ${id} does not apply: ${unmet.join('; ')}.`);
  }

  const attempt = countAttempt(request, scenario);
  const step = steps[Math.min(attempt, steps.length) - 1] ?? {};
  const conditions = when ? `, and meets ${JSON.stringify(when)}` : '';
  const reason = `Attempt ${attempt} with "${identity.key}", which selects the scenario ${id}${conditions}.`;
  return { ...playStep(request, step, reason), scenario: id, delayMs: step.delayMs };
}

function countAttempt(
  { state: { attempts }, identity: { key, name } }: MockRequest,
  { id, operation, steps }: Scenario,
): number {
  const counted = `${operation} ${id} ${key}`;
  const known = attempts.get(counted);
  // The attempts of a replaced scenario start again.
  const count = known?.steps === steps ? known.count + 1 : 1;
  attempts.set(counted, name, { count, steps });
  return count;
}

function playStep(request: MockRequest, step: Step, reason: string): ResponseDefinition {
  if (step.pass) return defineWithoutStep(request, reason);

  // The handler does not run, so that a request without a response changes no state.
  const { fault } = step;
  if (isWithheld(fault)) return { kind: 'withheld', fault, reason };

  const own = createStepResponse(request.operation, step, request.req.headers.accept);
  if (own) return { kind: 'response', source: 'scenario', response: own, fault, reason };

  const usual = defineDefault(request);
  if (!step.headers) return { ...usual, fault, reason };

  const { response } = usual;
  const headers = { ...response.headers, ...encodeHeaders(step.headers) };
  return { ...usual, source: 'scenario', response: { ...response, headers }, fault, reason };
}

/** Defines the response to a request that a scenario does not change: the backend's or the default. */
function defineWithoutStep(request: MockRequest, reason: string): ResponseDefinition {
  if (isForBackend(request)) return { kind: 'forwarded', reason: `${reason} It was forwarded.` };
  return { ...defineDefault(request), reason };
}
