import { runCommand } from './command/runCommand.ts';
import { mockOptions, readMockOptions } from './stack/readMockOptions.ts';
import { runServer } from './stack/runServer.ts';

/** The command in the help. The build of the package sets it, because the package has no npm scripts. */
const command = process.env.MOCK_COMMAND ?? 'npm run mock "--"';
const dataFile = process.env.MOCK_COMMAND ? 'bin/data.yaml in the package' : 'mock-api/data.yaml';

const usage = `Usage: ${command} [options]

Starts the mock API. The environment variables MOCK_PORT, MOCK_DATA, MOCK_BACKEND, MOCK_ALLOWED_HOSTS and
MOCK_JOURNAL_LIMIT have the same effect as the options, which replace them.

Options:
  --port N             port to listen on (default: 4010)
  --host ADDRESS       address to listen on (default: 127.0.0.1, this machine only)
  --contract FILE      serve another version of the contract, in OpenAPI 3.1 (default: openapi.yaml)
  --data FILE          other briefs and users than ${dataFile}, and further scenarios
  --backend URL        forward the requests to which neither the data nor a scenario applies
  --allowed-hosts A,B  names at which the console may be opened, besides local ones
  --journal-limit N    the number of requests that the journal keeps (default: 2000)
  -h, --help           show this help`;

await runCommand({ usage, options: mockOptions }, async ({ values }) => {
  await runServer(
    async () => {
      const options = readMockOptions(values, process.env);
      // Loaded last, so that the help and errors of options appear at once.
      const { startMock } = await import('../mock-api/startMock.ts');
      return startMock(options);
    },
    ({ url, basePath }) => `Mock API: ${url}${basePath}
Console:  ${url}/mock/`,
  );
});
