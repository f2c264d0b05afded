import { isJson, parseMediaType } from '../contract/http/mediaType.ts';
import { mask } from '../contract/secretFields.ts';
import type { Behaviour } from '../scenarios/behaviour.ts';
import { builtInScenarioSet } from '../scenarios/findScenario.ts';
import { formatScenarios } from '../scenarios/formatScenarios.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { isTooLong } from './describeRequest.ts';
import type { JournalEntry } from './journalEntry.ts';

/** They describe one connection, one transfer or one moment, or are sent by the mock itself. */
const transportHeaders =
  /^(access-control-.*|age|cache-control|connection|content-(encoding|length|type)|date|etag|expires|keep-alive|last-modified|server|set-cookie|trailer|transfer-encoding|vary|via|x-powered-by)$/;

const withoutBodies = 'recorded without bodies (see --record-bodies)';

/**
 * Formats requests as a data file whose scenarios repeat the recorded responses: one scenario for each id
 * and operation, with a step for each request. Comments tell how many requests were left out, and why.
 */
export function formatRecordedScenarios(entries: readonly JournalEntry[]): string {
  const scenarios = new Map<string, Scenario & { steps: Behaviour[] }>();
  const leftOut = new Map<string, number>();
  for (const entry of entries) {
    const step = toStep(entry);
    if (typeof step === 'string') {
      leftOut.set(step, (leftOut.get(step) ?? 0) + 1);
      continue;
    }
    const { id, operation, behaviour } = step;
    const scenario = scenarios.get(`${operation} ${id}`);
    if (scenario) scenario.steps.push(behaviour);
    else {
      const description = `Recorded on ${entry.at.slice(0, 10)}.`;
      const steps = [behaviour];
      scenarios.set(`${operation} ${id}`, { id, operation, description, steps, expectation: '' });
    }
  }
  const comments = [...leftOut].map(([reason, count]) => `# Left out: ${count} ${reason}.\n`);
  return [...comments, formatScenarios([...scenarios.values()].map(withoutRepetition))].join('');
}

/**
 * Formats one request as an entry of the section `scenarios` that responds in the same way, with its delay or
 * fault. Its id begins with `copy-of-`, because that of a built-in scenario cannot be used again.
 */
export function formatScenarioOf(
  entry: JournalEntry,
): { kind: 'scenario'; yaml: string } | { kind: 'unrepeatable'; reason: string } {
  const { operation, scenario, method, path, delayMs, outcome } = entry;
  const unrepeatable = (which: string) => ({
    kind: 'unrepeatable' as const,
    reason: `A request ${which} cannot be copied as a scenario.`,
  });
  if (operation === undefined) return unrepeatable('to no operation of the contract');
  if (outcome === 'pending' || outcome === 'client aborted') {
    return unrepeatable('without a complete response');
  }
  const fault = outcome === 'completed' ? undefined : outcome;
  const behaviour = entry.status === undefined ? {} : toBehaviour(entry);
  if (typeof behaviour === 'string') return unrepeatable(behaviour);
  const copy: Scenario = {
    id: `copy-of-${scenario ?? idOf(entry) ?? operation}`,
    operation,
    description: `Responds as to ${method} ${path}.`,
    expectation: 'Describe what the product must show.',
    steps: [
      { ...behaviour, ...(delayMs !== undefined && { delay: delayMs }), ...(fault && { fault }) },
    ],
  };
  return { kind: 'scenario', yaml: formatScenarios([copy]).replace(/^scenarios:\n/, '') };
}

type Step = Pick<Scenario, 'id' | 'operation'> & { behaviour: Behaviour };

/** Returns the reason if the request cannot be repeated. */
function toStep(entry: JournalEntry): Step | string {
  const { operation, outcome, violations } = entry;
  if (entry.requestHeaders === undefined) return withoutBodies;
  if (operation === undefined) return 'to no operation of the contract';
  const id = idOf(entry);
  if (id === undefined) return `without an id (${operation})`;
  if (violations.some(({ rule }) => rule.startsWith('request.')))
    return 'that violate the contract';
  if (builtInScenarioSet.find(id)) return 'with the id of a built-in scenario';
  if (outcome === 'reset' || outcome === 'malformed') {
    return { id, operation, behaviour: { fault: outcome } };
  }
  if (outcome !== 'completed') return `without a complete response`;
  const behaviour = toBehaviour(entry);
  return typeof behaviour === 'string' ? behaviour : { id, operation, behaviour };
}

/** The key without the suffix. */
function idOf({ key, suffix }: JournalEntry): string | undefined {
  return suffix === undefined ? key : key?.slice(0, -suffix.length - 1);
}

function toBehaviour(entry: JournalEntry): Behaviour | string {
  const { status = 0, mediaType = '', responseBody: body, responseHeaders = {} } = entry;
  if (entry.requestHeaders === undefined) return withoutBodies;
  // The mock sends a session cookie of its own, because the recorded one is masked.
  if ('set-cookie' in responseHeaders && status < 300) return {};
  if (body === undefined || isTooLong(body)) {
    return 'whose response body is too long to record';
  }
  if (status < 200 || status > 599) return 'whose status is not from 200 to 599';
  const headers = Object.entries(responseHeaders).filter(
    ([name, value]) => !transportHeaders.test(name) && value !== mask,
  );
  // The mock would replace them.
  if ([body, ...headers.map(([, value]) => value)].some((text) => text.includes('{{'))) {
    return 'whose response contains two opening braces';
  }
  const type = withoutCharset(mediaType);
  const value = isJson(parseMediaType(type)?.essence ?? '') ? parseJson(body) : undefined;
  // An object is sent as application/json by default.
  const isDefault = value !== undefined && type === 'application/json';
  return {
    status,
    ...(type !== '' && !isDefault && { mediaType: type }),
    body: value === undefined ? body : value,
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
  };
}

/** Undefined if the text is not JSON, or is a string, which would be sent without quotes. */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? undefined : value;
  } catch {
    return undefined;
  }
}

/** JSON is always UTF-8, so the parameter says nothing. */
function withoutCharset(mediaType: string): string {
  return mediaType.replace(/^(application\/(?:\w+\+)?json)\s*;\s*charset=utf-8$/i, '$1');
}

/** The last step repeats, so that equal steps before it are not needed. */
function withoutRepetition(scenario: Scenario): Scenario {
  const steps = [...scenario.steps];
  while (steps.length > 1 && JSON.stringify(steps.at(-1)) === JSON.stringify(steps.at(-2))) {
    steps.pop();
  }
  return { ...scenario, steps };
}
