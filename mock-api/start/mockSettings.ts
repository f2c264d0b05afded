import { defaultJournalLimit } from '../journal/Journal.ts';
import { parsePort } from './listen.ts';
import { MockStartError } from './MockStartError.ts';

export interface MockSettings {
  port: number;
  dataFile: string | undefined;
  journalLimit: number;
  backend: URL | undefined;
  allowedHosts: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Parses the environment variables of the mock, which may be missing or blank.
 * @throws {MockStartError} with all problems, one a line
 */
export function parseMockSettings(env: Environment): MockSettings {
  const port = () => parsePort('MOCK_PORT', env.MOCK_PORT?.trim() || '4010');
  const journalLimit = () => parseJournalLimit(env.MOCK_JOURNAL_LIMIT);
  const backend = () => parseBackend(env.MOCK_BACKEND);

  const problems = [port, journalLimit, backend].flatMap(listProblems);
  if (problems.length > 0) throw new MockStartError(problems.join('\n'));

  return {
    port: port(),
    dataFile: env.MOCK_DATA?.trim() || undefined,
    journalLimit: journalLimit(),
    backend: backend(),
    allowedHosts: parseAllowedHosts(env.MOCK_ALLOWED_HOSTS),
  };
}

function listProblems(parse: () => unknown): string[] {
  try {
    parse();
    return [];
  } catch (error) {
    if (error instanceof MockStartError) return [error.message];
    throw error;
  }
}

/**
 * Parses the number of requests that the journal keeps, 2,000 if it is missing or blank.
 * @param setting the name of the setting, for errors
 * @throws {MockStartError}
 */
export function parseJournalLimit(
  text: string | undefined,
  setting = 'MOCK_JOURNAL_LIMIT',
): number {
  const limit = text?.trim() || String(defaultJournalLimit);
  if (/^[1-9]\d{0,5}$/.test(limit)) return Number(limit);
  throw new MockStartError(`${setting}: expected a whole number from 1 to 999999, got "${limit}".`);
}

/** Parses host names that are separated by commas or blanks. */
export function parseAllowedHosts(text = ''): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
}

function parseBackend(text: string | undefined): URL | undefined {
  const backend = text?.trim();
  if (!backend) return undefined;
  const url = URL.parse(backend);
  if (url && /^https?:$/.test(url.protocol)) return url;
  const expected = 'expected a URL that starts with http:// or https://';
  throw new MockStartError(`MOCK_BACKEND: ${expected}, got "${backend}".`);
}
