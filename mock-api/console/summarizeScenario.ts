import type { Behaviour } from '../scenarios/behaviour.ts';
import { type CallOutcome, type ExpectedOutcome, endingOf } from '../scenarios/expectedOutcome.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { ListedScenario, ScenarioBadge } from './consoleData.ts';

const outcomeBadges: Readonly<Record<CallOutcome, ScenarioBadge>> = {
  works: { kind: 'success', text: 'Works' },
  failed: { kind: 'danger', text: 'Not sent' },
  'not confirmed': { kind: 'warning', text: 'Not confirmed' },
  'signed out': { kind: 'danger', text: 'Not sent' },
};

/** Summarizes what the mock responds first, and what the page then shows in a fixed order. */
export function summarizeScenario({ operation, steps, expected, expectation }: Scenario) {
  const [first = {}] = steps;
  const alert = expected?.alert;
  return {
    status: statusOf(first),
    response: describeResponse(first, steps),
    badges: expected ? badgesOf(operation, expected, steps) : [],
    text: expected ? (alert?.text ?? expected.note ?? '') : expectation,
  } satisfies Partial<ListedScenario>;
}

const formatNames: Readonly<Record<string, string>> = { json: 'JSON', html: 'HTML', plain: 'text' };

/** Empty for that of an example of the contract. */
function statusOf({ fault, status, example }: Behaviour): string {
  if (fault === 'no response' || fault === 'closed' || fault === 'reset') return fault;
  return String(status ?? (example === undefined ? 200 : ''));
}

/** `text, after 3 s`, `then 500, 200` */
function describeResponse(first: Behaviour, [, ...others]: readonly Behaviour[]): string {
  const { mediaType = '', body, fault, delay } = first;
  const [, format = typeof body === 'string' ? 'text' : ''] =
    /^[^/]+\/(?:.*\+)?([^;]+)/.exec(mediaType) ?? [];
  const isCut = fault === 'reset mid-body' || fault === 'truncated';
  const parts = [
    body === '' ? 'empty' : (formatNames[format] ?? format),
    ...(isCut ? [fault] : []),
    ...(delay === undefined ? [] : [`after ${delay / 1000} s`]),
    ...(others.length > 0 ? [`then ${others.map(statusOf).join(', ')}`] : []),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function badgesOf(
  operation: string,
  { outcome, alert }: ExpectedOutcome,
  steps: readonly Behaviour[],
): ScenarioBadge[] {
  const badges = [endingOf(operation) === 'brief' ? pageBadge(outcome) : outcomeBadges[outcome]];
  const last = statusOf(steps.at(-1) ?? {});
  if (steps.length > 1 && last.startsWith('2')) {
    badges.push({ kind: 'primary', text: `Works from attempt ${steps.length}` });
  }
  if (!alert) return [...badges, { kind: 'secondary', text: 'No alert' }];
  const kind = alert.type === 'error' ? 'danger' : 'success';
  const type = alert.type === 'error' ? 'Error' : 'Success';
  return [...badges, { kind, text: `${type} alert, ${alert.persistent ? 'stays' : '5 s'}` }];
}

function pageBadge(outcome: CallOutcome): ScenarioBadge {
  if (outcome === 'works') return { kind: 'success', text: 'Feedback page' };
  return { kind: 'secondary', text: 'Index page' };
}
