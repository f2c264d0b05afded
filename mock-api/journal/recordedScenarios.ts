import { isJson, mask, parseMediaType, parseSource } from '#contract';
import { formatScenarios, formatYaml } from '../scenarios/formatScenarios.ts';
import { findShorterId } from '../scenarios/identifyRequest.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { Step } from '../scenarios/step.ts';
import { isSameJson } from './exactJson.ts';
import { isTooLong, type JournalEntry, type RequestOutcome } from './journalEntry.ts';

/** They describe one connection, one transfer or one moment, or are sent by the mock itself. */
const transportHeaders =
  /^(access-control-.*|age|cache-control|connection|content-(encoding|length|type)|date|etag|expires|keep-alive|last-modified|server|trailer|transfer-encoding|vary|via|x-powered-by)$/;

/** The operations whose cookie the mock replaces, because the recorded one is masked. */
const sessionOperations = ['signIn', 'signOut'];

/**
 * Formats requests as a data file whose scenarios repeat the recorded responses: one scenario for each id
 * and operation, with a step for each request. Comments tell which requests were left out or changed, and
 * why.
 */
export function formatRecordedScenarios(entries: readonly JournalEntry[]): string {
  const scenarios = new Map<string, Scenario & { steps: Step[] }>();
  const comments = new Map<string, number[]>();
  const note = (reason: string, { id }: JournalEntry) =>
    comments.set(reason, [...(comments.get(reason) ?? []), id]);
  const ids = new Set(entries.flatMap((entry) => idOf(entry) ?? []));
  for (const entry of entries) {
    const recorded = toStepOfId(entry, ids);
    if (recorded.kind === 'unrepeatable') {
      note(`Left out: ${recorded.reason}`, entry);
      continue;
    }

    const { id, operation, step, losses } = recorded;
    for (const loss of losses) note(`Changed: ${loss}`, entry);
    const scenario = scenarios.get(`${operation} ${id}`);
    if (scenario) {
      scenario.steps.push(step);
      continue;
    }

    const description = `Recorded on ${entry.at.slice(0, 10)}.`;
    scenarios.set(`${operation} ${id}`, { id, operation, description, steps: [step] });
  }
  const lines = [...comments].map(([reason, ids]) => {
    const requests = `${ids.length > 1 ? 'requests' : 'request'} ${ids.join(', ')}`;
    return `# ${reason.replace(': ', `: ${requests}, `)}.\n`;
  });
  return [...lines, formatScenarios([...scenarios.values()].map(withoutRepetition))].join('');
}

/** What repeats a response, and in what it differs. */
interface Recorded {
  kind: 'recorded';
  operation: string;
  step: Step;
  losses: readonly string[];
}

interface Unrepeatable {
  kind: 'unrepeatable';
  reason: string;
}

const unrepeatable = (reason: string): Unrepeatable => ({ kind: 'unrepeatable', reason });

/** What repeats the response to a request with an id. */
function toStepOfId(
  entry: JournalEntry,
  ids: ReadonlySet<string>,
): (Recorded & { id: string }) | Unrepeatable {
  const recorded = toStep(entry);
  if (recorded.kind === 'unrepeatable') return recorded;
  const id = idOf(entry);
  if (id === undefined) return unrepeatable(`without an id (${recorded.operation})`);
  if (entry.violations.some(({ rule }) => rule.startsWith('request.')))
    return unrepeatable('that violate the contract');
  if (findShorterId(id, ids) !== undefined)
    return unrepeatable('with an id that begins with another one and a dot');
  return { id, ...recorded };
}

/** The key without the tester's name. */
function idOf({ key, name }: JournalEntry): string | undefined {
  return name === undefined ? key : key?.slice(0, -name.length - 1);
}

function toStep(entry: JournalEntry): Recorded | Unrepeatable {
  const { operation, status, outcome } = entry;
  if (entry.requestHeaders === undefined)
    return unrepeatable('recorded without bodies (see --record-bodies)');
  if (operation === undefined) return unrepeatable('to no operation of the contract');
  if (outcome === 'pending' || outcome === 'client aborted')
    return unrepeatable('without a complete response');

  const delivery = deliveryOf(entry, outcome);
  if (outcome === 'malformed') {
    const loss = 'with a reset instead of bytes that are no HTTP response';
    return { kind: 'recorded', operation, step: delivery, losses: [loss] };
  }
  if (status === undefined) return { kind: 'recorded', operation, step: delivery, losses: [] };
  if (startsOrEndsSession(entry, operation)) {
    const loss = 'with the response and the session cookie of the mock';
    return { kind: 'recorded', operation, step: delivery, losses: [loss] };
  }
  const reason = describeUnrepeatable(entry, status);
  if (reason !== undefined) return unrepeatable(reason);

  const step = { ...describeResponse(entry, status), ...delivery };
  return { kind: 'recorded', operation, step, losses: describeLosses(entry) };
}

/** How late and how completely a response was sent. */
function deliveryOf(
  { delayMs }: JournalEntry,
  outcome: Exclude<RequestOutcome, 'pending' | 'client aborted'>,
): Step {
  const delivery: Step = {};
  if (delayMs !== undefined) delivery.delayMs = delayMs;
  if (outcome === 'malformed') delivery.fault = 'reset';
  else if (outcome !== 'completed') delivery.fault = outcome;
  return delivery;
}

function startsOrEndsSession(
  { responseHeaders = {}, status = 0 }: JournalEntry,
  operation: string,
): boolean {
  return 'set-cookie' in responseHeaders && status < 300 && sessionOperations.includes(operation);
}

function describeUnrepeatable(
  { responseBody, responseEncoding }: JournalEntry,
  status: number,
): string | undefined {
  if (responseBody === undefined || isTooLong(responseBody))
    return 'whose response body is too long to record, or cannot be decompressed';
  if (responseEncoding) return 'whose response body is no text';
  return status < 200 || status > 599 ? 'whose status is not from 200 to 599' : undefined;
}

/** Whether a backend has sent a part of the body. What the mock has cut is recorded as a whole. */
function isCut({ scenario, outcome }: JournalEntry): boolean {
  return scenario === undefined && outcome === 'reset mid-body';
}

function describeResponse(entry: JournalEntry, status: number): Step {
  const { responseBody: text = '', mediaType = '' } = entry;
  const { essence = '' } = parseMediaType(mediaType) ?? {};
  const value = isJson(essence) && !isCut(entry) ? parseJson(text) : undefined;
  const response: Step = { status };
  // An object is sent as application/json by default.
  const isDefault = value !== undefined && essence === 'application/json';
  if (mediaType !== '' && !isDefault) response.mediaType = mediaType;
  response.body = value === undefined ? text : value;
  const isViolation = entry.violations.some(({ rule }) => rule.startsWith('response.'));
  if (status < 300 && (isViolation || isCut(entry) || text.includes(mask)))
    response.violates = true;
  const headers = significantHeaders(entry).filter(([, value]) => value !== mask);
  if (headers.length > 0) response.headers = Object.fromEntries(headers);
  return response;
}

function describeLosses(entry: JournalEntry): string[] {
  const masked = significantHeaders(entry).filter(([, value]) => value === mask);
  const losses = masked.map(([name]) => `without the header ${name}, which is masked`);
  if (isCut(entry)) losses.push('with half of the part of the body that was received');
  const sent = significantHeaders(entry).filter(([, value]) => value !== mask);
  const texts = [...sent.map(([, value]) => value), entry.responseBody];
  if (texts.some((text) => text?.includes(mask)))
    losses.push(`with ${mask} instead of values that are masked`);
  return losses;
}

function significantHeaders({ responseHeaders = {} }: JournalEntry): [string, string][] {
  return Object.entries(responseHeaders).filter(([name]) => !transportHeaders.test(name));
}

/**
 * The value of a JSON text. Undefined if it is none, if it is a string, which would be sent without quotes, or if a
 * number or a key would be lost in the file.
 */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return undefined;

    const written = Buffer.from(formatYaml({ value })).toString();
    const { document } = parseSource(written, 'recording');
    return isSameJson(text, JSON.stringify(document.value)) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The last step repeats, so that equal steps before it are not needed. */
function withoutRepetition(scenario: Scenario): Scenario {
  const steps = [...scenario.steps];
  while (steps.length > 1 && JSON.stringify(steps.at(-1)) === JSON.stringify(steps.at(-2))) {
    steps.pop();
  }
  return { ...scenario, steps };
}
