import { parseJournalLimit, parseMockSettings } from '../../mock-api/start/mockSettings.ts';
import type { StartMockOptions } from '../../mock-api/startMock.ts';
import type { parseCommandLine } from '../command/parseCommandLine.ts';
import { readPort, readUrl } from '../command/readOption.ts';

/** The options of `npm run mock`. */
export const mockOptions = {
  port: { type: 'string' },
  host: { type: 'string' },
  contract: { type: 'string' },
  data: { type: 'string' },
  backend: { type: 'string' },
  'allowed-hosts': { type: 'string' },
  'journal-limit': { type: 'string' },
} as const;

type Values = ReturnType<typeof parseCommandLine<typeof mockOptions>>['values'];

/**
 * Reads the options and environment variables of `npm run mock`. An option replaces its variable, even an invalid one.
 * @throws {OptionError | MockStartError}
 */
export function readMockOptions(
  values: Values,
  env: Readonly<Record<string, string | undefined>>,
): StartMockOptions {
  const { host, contract, data, port, backend, 'journal-limit': limit } = values;
  const settings = parseMockSettings({
    MOCK_PORT: port === undefined ? env.MOCK_PORT : String(readPort('--port', port, 0)),
    MOCK_DATA: data ?? env.MOCK_DATA,
    MOCK_BACKEND: backend === undefined ? env.MOCK_BACKEND : readUrl(backend, '--backend').href,
    MOCK_ALLOWED_HOSTS: values['allowed-hosts'] ?? env.MOCK_ALLOWED_HOSTS,
    MOCK_JOURNAL_LIMIT: limit === undefined ? env.MOCK_JOURNAL_LIMIT : undefined,
  });
  if (limit !== undefined) settings.journalLimit = parseJournalLimit(limit, '--journal-limit');

  const settingNames = { port: '--port or MOCK_PORT', data: '--data or MOCK_DATA' };
  return { ...settings, host, contractFile: contract, settingNames };
}
