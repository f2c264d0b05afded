import { isJson, mask, parseMediaType } from '../contract/index.ts';
import type { Behaviour } from '../scenarios/behaviour.ts';
import { escapeTemplate } from '../scenarios/fillTemplate.ts';
import { formatScenarios } from '../scenarios/formatScenarios.ts';
import { findShorterId } from '../scenarios/identifyRequest.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { isTooLong, type JournalEntry } from './journalEntry.ts';

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
  const scenarios = new Map<string, Scenario & { steps: Behaviour[] }>();
  const comments = new Map<string, number[]>();
  const note = (reason: string, { id }: JournalEntry) =>
    comments.set(reason, [...(comments.get(reason) ?? []), id]);
  const ids = new Set(entries.flatMap((entry) => idOf(entry) ?? []));
  for (const entry of entries) {
    const step = toStep(entry, ids);
    if (typeof step === 'string') {
      note(`Left out: ${step}`, entry);
      continue;
    }
    const { id, operation, behaviour, losses } = step;
    for (const loss of losses) note(`Changed: ${loss}`, entry);
    const scenario = scenarios.get(`${operation} ${id}`);
    if (scenario) scenario.steps.push(behaviour);
    else {
      const description = `Recorded on ${entry.at.slice(0, 10)}.`;
      const steps = [behaviour];
      scenarios.set(`${operation} ${id}`, { id, operation, description, steps });
    }
  }
  const lines = [...comments].map(([reason, ids]) => {
    const requests = `${ids.length > 1 ? 'requests' : 'request'} ${ids.join(', ')}`;
    return `# ${reason.replace(': ', `: ${requests}, `)}.\n`;
  });
  return [...lines, formatScenarios([...scenarios.values()].map(withoutRepetition))].join('');
}

/** What repeats a response, and in what it differs. */
interface Recorded {
  operation: string;
  behaviour: Behaviour;
  losses: readonly string[];
}

/** Returns the reason if the request cannot be repeated, or not with an id. */
function toStep(
  entry: JournalEntry,
  ids: ReadonlySet<string>,
): (Recorded & { id: string }) | string {
  const recorded = toBehaviour(entry);
  if (typeof recorded === 'string') return recorded;
  const id = idOf(entry);
  if (id === undefined) return `without an id (${recorded.operation})`;
  if (entry.violations.some(({ rule }) => rule.startsWith('request.')))
    return 'that violate the contract';
  if (findShorterId(id, ids) !== undefined)
    return 'with an id that begins with another one and a dot';
  return { id, ...recorded };
}

/** The key without the tester's name. */
function idOf({ key, name }: JournalEntry): string | undefined {
  return name === undefined ? key : key?.slice(0, -name.length - 1);
}

/** Returns the reason if the response cannot be repeated. */
function toBehaviour(entry: JournalEntry): Recorded | string {
  const { operation, scenario, status = 0, mediaType = '', responseHeaders = {} } = entry;
  const { responseBody: body, responseEncoding, outcome, delayMs } = entry;
  if (entry.requestHeaders === undefined) return 'recorded without bodies (see --record-bodies)';
  if (operation === undefined) return 'to no operation of the contract';
  if (outcome === 'pending' || outcome === 'client aborted') return 'without a complete response';
  const isMalformed = outcome === 'malformed';
  const fault = isMalformed ? 'reset' : outcome;
  const delivery: Behaviour = {
    ...(delayMs !== undefined && { delayMs }),
    ...(fault !== 'completed' && { fault }),
  };
  if (isMalformed || entry.status === undefined) {
    const losses = isMalformed ? ['with a reset instead of bytes that are no HTTP response'] : [];
    return { operation, behaviour: delivery, losses };
  }
  if ('set-cookie' in responseHeaders && status < 300 && sessionOperations.includes(operation)) {
    return {
      operation,
      behaviour: delivery,
      losses: ['with the response and the session cookie of the mock'],
    };
  }
  if (body === undefined || isTooLong(body)) {
    return 'whose response body is too long to record, or cannot be decompressed';
  }
  if (responseEncoding) return 'whose response body is no text';
  if (status < 200 || status > 599) return 'whose status is not from 200 to 599';
  const own = Object.entries(responseHeaders).filter(([name]) => !transportHeaders.test(name));
  const headers = own.filter(([, value]) => value !== mask);
  const masked = own.filter((header) => !headers.includes(header));
  // What the mock has cut is recorded as a whole.
  const isCut = scenario === undefined && outcome === 'reset mid-body';
  const { essence = '' } = parseMediaType(mediaType) ?? {};
  const value = isJson(essence) && !isCut ? parseJson(body) : undefined;
  const isViolation = entry.violations.some(({ rule }) => rule.startsWith('response.'));
  const mayViolate = status < 300 && (isViolation || isCut || body.includes(mask));
  // An object is sent as application/json by default.
  const isDefault = value !== undefined && essence === 'application/json';
  return {
    operation,
    behaviour: {
      status,
      ...(mediaType !== '' && !isDefault && { mediaType }),
      body: value === undefined ? escapeTemplate(body) : value,
      ...(mayViolate && { violates: true }),
      ...(headers.length > 0 && {
        headers: Object.fromEntries(headers.map(([name, text]) => [name, escapeTemplate(text)])),
      }),
      ...delivery,
    },
    losses: [
      ...masked.map(([name]) => `without the header ${name}, which is masked`),
      ...(isCut ? ['with half of the part of the body that was received'] : []),
      ...(body.includes(mask) ? [`with ${mask} instead of values that are masked`] : []),
    ],
  };
}

/** Undefined if the text is not JSON, or is a string, which would be sent without quotes. */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text, (_, item) =>
      typeof item === 'string' ? escapeTemplate(item) : item,
    );
    return typeof value === 'string' ? undefined : value;
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
