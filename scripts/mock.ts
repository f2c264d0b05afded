import { runCommand } from './command/runCommand.ts';

const usage = `Usage: npm run mock -- [options]

Starts the mock API on MOCK_PORT, 4010 by default. MOCK_JOURNAL is a file in
which the journal is kept, MOCK_JOURNAL_LIMIT the number of its requests, 2000 by default.

Options:
  --contract FILE    serve another OpenAPI 3.1 file (default: openapi.yaml)
  --data FILE        other briefs and users (default: mock-api/data.yaml)
  -h, --help         show this help`;

const options = { contract: { type: 'string' }, data: { type: 'string' } } as const;

await runCommand({ usage, options }, async ({ values: { contract, data } }) => {
  const { parseJournalLimit, parseMockPort, startMock } = await import('../mock-api/startMock.ts');
  const { runServer } = await import('./stack/runServer.ts');
  await runServer(
    async () =>
      startMock({
        port: parseMockPort(process.env.MOCK_PORT),
        journalFile: process.env.MOCK_JOURNAL,
        journalLimit: parseJournalLimit(process.env.MOCK_JOURNAL_LIMIT),
        ...(contract !== undefined && { contractFile: contract }),
        ...(data !== undefined && { dataFile: data }),
      }),
    ({ url }) => `Mock API: ${url}`,
  );
});
