import { readPort, readUrl } from './command/readOption.ts';
import { runCommand } from './command/runCommand.ts';

/** Set by the build of the package, which has no npm scripts. */
const command = process.env.MOCK_COMMAND ?? 'npm run mock --';
const dataFile = process.env.MOCK_COMMAND ? 'bin/data.yaml in the package' : 'mock-api/data.yaml';

const usage = `Usage: ${command} [options]

Starts the mock API. The environment variables MOCK_PORT, MOCK_DATA, MOCK_BACKEND, MOCK_JOURNAL and
MOCK_JOURNAL_LIMIT have the same effect as the options, which replace them.

Options:
  --port N             port to listen on (default: 4010)
  --host ADDRESS       address to listen on (default: 127.0.0.1, this machine only)
  --contract FILE      serve another OpenAPI file, 3.0 to 3.2 (default: this product's, openapi.yaml)
  --data FILE          other briefs, users and scenarios (default: ${dataFile})
  --backend URL        forward the requests to which neither the data nor a scenario applies
  --journal FILE       keep the journal in this file, also after a restart
  --journal-limit N    the number of requests that the journal keeps (default: 2000)
  --cors               let pages of other origins call the operations
  --https              serve HTTPS with a new self-signed certificate (needs openssl)
  --https-cert FILE    serve HTTPS with this certificate, in PEM format
  --https-key FILE     the private key of the certificate, in PEM format
  -h, --help           show this help`;

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  contract: { type: 'string' },
  data: { type: 'string' },
  backend: { type: 'string' },
  journal: { type: 'string' },
  'journal-limit': { type: 'string' },
  cors: { type: 'boolean' },
  https: { type: 'boolean' },
  'https-cert': { type: 'string' },
  'https-key': { type: 'string' },
} as const;

await runCommand({ usage, options }, async ({ values }) => {
  const { host, contract, data, cors = false } = values;
  // An option replaces the variable, even an invalid one.
  const { port, backend, journal, 'journal-limit': limit } = values;
  const env = {
    MOCK_PORT: port === undefined ? process.env.MOCK_PORT : String(readPort('--port', port, 0)),
    MOCK_DATA: data ?? process.env.MOCK_DATA,
    MOCK_BACKEND:
      backend === undefined ? process.env.MOCK_BACKEND : readUrl(backend, '--backend').href,
    MOCK_JOURNAL: journal ?? process.env.MOCK_JOURNAL,
    MOCK_JOURNAL_LIMIT: limit === undefined ? process.env.MOCK_JOURNAL_LIMIT : undefined,
  };
  const { readCertificate } = await import('./command/readCertificate.ts');
  const certificate = await readCertificate({
    generate: values.https ?? false,
    certFile: values['https-cert'],
    keyFile: values['https-key'],
    host,
  });
  const { parseJournalLimit, parseMockSettings } = await import('../mock-api/mockSettings.ts');
  const { startMock } = await import('../mock-api/startMock.ts');
  const { runServer } = await import('./stack/runServer.ts');
  await runServer(
    async () =>
      startMock({
        ...parseMockSettings(env),
        ...(limit !== undefined && { journalLimit: parseJournalLimit(limit, '--journal-limit') }),
        ...(host !== undefined && { host }),
        ...(contract !== undefined && { contractFile: contract }),
        cors,
        certificate,
        settingNames: {
          port: port === undefined ? 'MOCK_PORT' : '--port',
          journal: journal === undefined ? 'MOCK_JOURNAL' : '--journal',
        },
      }),
    ({ url, basePath }) => `Mock API: ${url}${basePath}
Console:  ${url}/mock/`,
  );
});
