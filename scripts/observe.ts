import { parseAllowedHosts, parseJournalLimit } from '../mock-api/start/mockSettings.ts';
import { readNumber, readPort, readUrl } from './command/readOption.ts';
import { runCommand } from './command/runCommand.ts';
import { runServer } from './stack/runServer.ts';

const usage = `Usage: ${process.env.OBSERVE_COMMAND ?? 'npm run observe "--"'} URL [options]

Forwards requests to the backend at URL and validates all traffic against openapi.yaml.
Set the host's BACKEND_URL to the observer's URL. MOCK_JOURNAL_LIMIT is the number of requests that the
journal keeps, 2000 by default, MOCK_ALLOWED_HOSTS the names of this machine in URLs of the console.
NODE_EXTRA_CA_CERTS is the file of a private certificate. NODE_USE_ENV_PROXY=1 uses HTTPS_PROXY.

Options:
  --port N           port to listen on (default: 4020)
  --host ADDRESS     address to listen on (default: 127.0.0.1, this machine only)
  --contract FILE    validate against another version of the contract, in OpenAPI 3.1
  --timeout SECONDS  report a response that begins later (default: 10)
  --ignore-single-use
                     report a 400 although a captcha response may have been rejected, for a backend with
                     a testing key that accepts any
  --record-bodies    record ids, headers and bodies; passwords and cookies are never recorded
  -h, --help         show this help`;

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  contract: { type: 'string' },
  timeout: { type: 'string' },
  'ignore-single-use': { type: 'boolean' },
  'record-bodies': { type: 'boolean' },
} as const;

await runCommand({ usage, options, positionals: ['URL'] }, async ({ values, positionals }) => {
  const backend = readUrl(positionals[0]);
  const port = readPort('--port', values.port, 4020);
  const timeoutSeconds = readNumber('--timeout', values.timeout, 10);

  await runServer(
    async () => {
      const journalLimit = parseJournalLimit(process.env.MOCK_JOURNAL_LIMIT);
      const { startObserver } = await import('../mock-api/startObserver.ts');
      return startObserver({
        backend,
        port,
        journalLimit,
        host: values.host,
        contractFile: values.contract,
        allowedHosts: parseAllowedHosts(process.env.MOCK_ALLOWED_HOSTS),
        responseTimeoutMs: timeoutSeconds * 1000,
        ignoreSingleUse: values['ignore-single-use'],
        recordBodies: values['record-bodies'],
      });
    },
    ({ url }) => `Observer: ${url} in front of ${backend.origin}
Console:  ${url}/mock/`,
  );
});
