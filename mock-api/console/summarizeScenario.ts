import { essenceOf, isJson, type Operation } from '#contract';
import { findExampleResponse } from '../respond/findExampleResponse.ts';
import {
  type CallOutcome,
  type ExpectedOutcome,
  findSuffix,
} from '../scenarios/expectedOutcome.ts';
import { findMediaType } from '../scenarios/findMediaType.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { Step } from '../scenarios/step.ts';
import type { ScenarioBadge } from './consoleData.ts';

const outcomeBadges: Readonly<Record<CallOutcome, ScenarioBadge>> = {
  works: { kind: 'success', text: 'Works' },
  failed: { kind: 'danger', text: 'Not sent' },
  'not confirmed': { kind: 'warning', text: 'Not confirmed' },
};

/** Summarizes the responses of a scenario, and the outcome, the attempts and the alert of the page. */
export function summarizeScenario(scenario: Scenario, operation: Operation) {
  const { expected = '' } = scenario;
  const steps = scenario.steps.map((step) => withExample(step, operation));
  const [first = {}, ...others] = steps;

  const { delayMs } = first;
  const response = [
    describeFormat(first),
    delayMs === undefined ? '' : `after ${delayMs / 1000} s`,
    others.length > 0 ? `then ${others.map(describeStatus).join(', ')}` : '',
  ];

  return {
    status: describeStatus(first),
    response: response.filter(Boolean).join(', '),
    badges: createBadges({ ...scenario, steps }),
    text: typeof expected === 'string' ? expected : (expected.alert?.text ?? expected.note ?? ''),
  };
}

/** Returns a step with the status and the media type of the contract's example, if it sends that. */
function withExample(step: Step, operation: Operation): Step {
  const { status, example, body } = step;
  if (body !== undefined || (status ?? example) === undefined) return step;

  const sent = findExampleResponse(operation, { status, example });
  if (!sent) return step;
  return { ...step, status: sent.status, mediaType: String(sent.headers['content-type'] ?? '') };
}

/** Returns the status, or the fault of a response that is not complete. */
function describeStatus({ fault, status = 200 }: Step): string {
  return fault ?? String(status);
}

/** Describes the format of a body, such as `HTML` or `JSON`; empty for the default response. */
function describeFormat(step: Step): string {
  const { body } = step;
  if (body === '') return 'empty';

  // Without a body and a media type, the default response is sent.
  const { mediaType = body === undefined ? '' : findMediaType(step) } = step;
  if (!mediaType) return '';

  const essence = essenceOf(mediaType) || mediaType;
  if (essence.includes('html')) return 'HTML';
  if (isJson(essence)) return describeJson(body);
  const [kind = ''] = essence.split('/');
  return ['text', 'image'].includes(kind) ? kind : essence;
}

/**
 * Describes the format of a body of JSON, `JSON` or `cut JSON` for example. Without a body, it is that of the
 * contract's example.
 */
function describeJson(body: unknown): string {
  if (typeof body === 'string') return describeJsonText(body);

  const text = JSON.stringify(body) ?? '';
  return ['{}', '[]', 'null'].includes(text) ? text : 'JSON';
}

function describeJsonText(text: string): string {
  try {
    JSON.parse(text);
    return 'JSON';
  } catch {
    return /^\s*[{["]/.test(text) ? 'cut JSON' : 'not JSON';
  }
}

function createBadges({ operation, steps, expected }: Scenario): ScenarioBadge[] {
  if (typeof expected !== 'object') return [];

  const { outcome, alert } = expected;
  const badges = [findSuffix(operation) === 'brief' ? pageBadge(outcome) : outcomeBadges[outcome]];
  const last = describeStatus(steps.at(-1) ?? {});
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
