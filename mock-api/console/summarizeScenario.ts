import { essenceOf, isJson, type Operation } from '#contract';
import { findExampleResponse } from '../respond/findExampleResponse.ts';
import { type CallOutcome, type ExpectedOutcome, endingOf } from '../scenarios/expectedOutcome.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { mediaTypeOf, type Step } from '../scenarios/step.ts';
import type { ScenarioBadge } from './consoleData.ts';

const outcomeBadges: Readonly<Record<CallOutcome, ScenarioBadge>> = {
  works: { kind: 'success', text: 'Works' },
  failed: { kind: 'danger', text: 'Not sent' },
  'not confirmed': { kind: 'warning', text: 'Not confirmed' },
};

/** Summarizes what the mock responds first, and what the page then shows in a fixed order. */
export function summarizeScenario(scenario: Scenario, operation: Operation) {
  const { expected = '' } = scenario;
  const steps = scenario.steps.map((step) => withExample(step, operation));
  const [first = {}, ...others] = steps;

  const { delayMs } = first;
  const response = [
    formatOf(first),
    delayMs === undefined ? '' : `after ${delayMs / 1000} s`,
    others.length > 0 ? `then ${others.map(statusOf).join(', ')}` : '',
  ];

  return {
    status: statusOf(first),
    response: response.filter(Boolean).join(', '),
    badges: badgesOf({ ...scenario, steps }),
    text: typeof expected === 'string' ? expected : (expected.alert?.text ?? expected.note ?? ''),
  };
}

/** With the status and the media type of the contract's example, if the step sends one. */
function withExample(step: Step, operation: Operation): Step {
  const { status, example, body } = step;
  if (body !== undefined || (status ?? example) === undefined) return step;

  const sent = findExampleResponse(operation, { status, example });
  if (!sent) return step;
  return { ...step, status: sent.status, mediaType: String(sent.headers['content-type'] ?? '') };
}

/** That of a response that is not complete is its fault. */
function statusOf({ fault, status = 200 }: Step): string {
  return fault ?? String(status);
}

/** What tells the body of a response from others with the same status. */
function formatOf(step: Step): string {
  const { body } = step;
  if (body === '') return 'empty';

  // Without a body and a media type, the default response is sent.
  const { mediaType = body === undefined ? '' : mediaTypeOf(step) } = step;
  if (!mediaType) return '';

  const essence = essenceOf(mediaType) || mediaType;
  if (essence.includes('html')) return 'HTML';
  if (isJson(essence)) return formatOfJson(body);
  const [kind = ''] = essence.split('/');
  return ['text', 'image'].includes(kind) ? kind : essence;
}

/** Undefined is the body of an example. */
function formatOfJson(body: unknown): string {
  if (typeof body === 'string') return formatOfJsonText(body);

  const text = JSON.stringify(body) ?? '';
  return ['{}', '[]', 'null'].includes(text) ? text : 'JSON';
}

function formatOfJsonText(text: string): string {
  try {
    JSON.parse(text);
    return 'JSON';
  } catch {
    return /^\s*[{["]/.test(text) ? 'cut JSON' : 'not JSON';
  }
}

function badgesOf({ operation, steps, expected }: Scenario): ScenarioBadge[] {
  if (typeof expected !== 'object') return [];

  const { outcome, alert } = expected;
  const badges = [endingOf(operation) === 'brief' ? pageBadge(outcome) : outcomeBadges[outcome]];
  const last = statusOf(steps.at(-1) ?? {});
  if (steps.length > 1 && last.startsWith('2')) {
    badges.push({ kind: 'primary', text: `Works from attempt ${steps.length}` });
  }
  return [...badges, alertBadge(alert)];
}

function pageBadge(outcome: CallOutcome): ScenarioBadge {
  if (outcome === 'works') return { kind: 'success', text: 'Feedback page' };
  return { kind: 'secondary', text: 'Index page' };
}

function alertBadge(alert: ExpectedOutcome['alert']): ScenarioBadge {
  if (!alert) return { kind: 'secondary', text: 'No alert' };
  const duration = alert.persistent ? 'stays' : '5 s';
  if (alert.type === 'error') return { kind: 'danger', text: `Error alert, ${duration}` };
  return { kind: 'success', text: `Success alert, ${duration}` };
}
