import { readPort } from './command/readOption.ts';
import { runCommand } from './command/runCommand.ts';

const usage = `Usage: npm run mock -- [options]

Starts the mock API. MOCK_PORT, MOCK_JOURNAL and MOCK_JOURNAL_LIMIT have the same effect as the options.

Options:
  --port N             port to listen on (default: 4010)
  --host ADDRESS       address to listen on (default: 127.0.0.1, this machine only)
  --contract FILE      serve another OpenAPI 3.1 file (default: openapi.yaml)
  --data FILE          other briefs, users and scenarios (default: mock-api/data.yaml)
  --journal FILE       keep the journal in this file, also after a restart
  --journal-limit N    the number of requests that the journal keeps (default: 2000)
  -h, --help           show this help`;

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  contract: { type: 'string' },
  data: { type: 'string' },
  journal: { type: 'string' },
  'journal-limit': { type: 'string' },
} as const;

await runCommand({ usage, options }, async ({ values }) => {
  const { host, contract, data, journal = process.env.MOCK_JOURNAL } = values;
  const { MOCK_PORT, MOCK_JOURNAL_LIMIT } = process.env;
  const port = values.port === undefined ? undefined : readPort('--port', values.port, 0);
  const limit = values['journal-limit'];
  const { parseJournalLimit, parseMockPort, startMock } = await import('../mock-api/startMock.ts');
  const { runServer } = await import('./stack/runServer.ts');
  await runServer(
    async () =>
      startMock({
        port: port ?? parseMockPort(MOCK_PORT),
        journalFile: journal,
        journalLimit:
          limit === undefined
            ? parseJournalLimit(MOCK_JOURNAL_LIMIT)
            : parseJournalLimit(limit, '--journal-limit'),
        ...(host !== undefined && { host }),
        ...(contract !== undefined && { contractFile: contract }),
        ...(data !== undefined && { dataFile: data }),
      }),
    ({ url }) => `Mock API: ${url}`,
  );
});
