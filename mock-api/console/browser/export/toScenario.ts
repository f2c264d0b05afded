import type { JournalEntry } from '../../../journal/journalEntry.ts';
import { isTooLong, significantHeaders } from './requestMessage.ts';

const faults: readonly string[] = [
  'no response',
  'reset',
  'reset mid-body',
  'truncated',
  'malformed',
];

/**
 * A scenario for the section `scenarios` of the data file that responds as the mock did. Its values are
 * JSON, which is also YAML. Undefined for a request without an operation or a response, and for a body that
 * the mock could not send unchanged.
 */
export function toScenario(entry: JournalEntry): string | undefined {
  const { operation, method, path, outcome, status, mediaType, responseBody, delayMs } = entry;
  if (operation === undefined || outcome === 'pending') return undefined;
  if (responseBody !== undefined && (isTooLong(responseBody) || responseBody.includes('{{'))) {
    return undefined;
  }
  const headers = significantHeaders(entry.responseHeaders).filter(
    ([name]) => name !== 'content-type',
  );
  const properties = {
    operation,
    description: `Responds as to ${method} ${path}.`,
    expected: 'Describe what the product must show.',
    ...(status !== undefined && { status }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(responseBody !== undefined && describeBody(responseBody, mediaType)),
    ...(delayMs !== undefined && { delay: delayMs }),
    ...(faults.includes(outcome) && { fault: outcome }),
  };
  const lines = Object.entries(properties).map(
    ([name, value]) => `    ${name}: ${JSON.stringify(value)}`,
  );
  return [`  ${JSON.stringify(`copy-of-${idOf(entry)}`)}:`, ...lines, ''].join('\n');
}

function describeBody(text: string, mediaType = '') {
  const json = /^application\/json\b/.test(mediaType) ? parseJson(text) : undefined;
  // The mock sends a string as it is, and any other value as JSON.
  if (json !== undefined && typeof json !== 'string') return { body: json };
  return { ...(mediaType !== '' && { mediaType }), body: text };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The id of the brief or user without the suffix. */
function idOf({ scenario, key, suffix = '', operation }: JournalEntry): string {
  const id = suffix === '' ? key : key?.slice(0, -suffix.length - 1);
  return scenario ?? id ?? operation ?? '';
}
