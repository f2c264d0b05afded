import { join } from 'node:path';
import { readNumber } from '../command/readOption.ts';
import { runCommand } from '../command/runCommand.ts';
import { driveLoad, type LoadRequest } from './processes/driveLoad.ts';
import { installPackages } from './processes/installPackages.ts';
import { startServer } from './processes/startServer.ts';

const requests: Record<string, LoadRequest & { path: string }> = {
  getBrief: { path: '/rest/subscriber-feedback/briefs/daily-harvest', headers: {} },
  submitFeedback: {
    path: '/rest/subscriber-feedback/form-submit',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      briefId: 'daily-harvest',
      subscriberId: '3141592',
      subjectLine: 'Thank you',
      text: 'I read you every morning.',
      recaptchaResponse: 'a-token',
    }),
  },
};

const usage = `Usage: npm run bench -- mock [options]

Prints how many requests per second the mock and Prism handle with the same contract. \`wrk\` must be on the
PATH; Prism is installed into the directory for temporary files.

Options:
  --seconds N    duration of each measurement (default: 5)
  -h, --help     show this help`;

const options = { seconds: { type: 'string' } } as const;

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args, options }, async ({ values }) => {
    const seconds = readNumber('--seconds', values.seconds, 5);
    const prismPackage = '@stoplight/prism-cli@5.16.0';
    const prism = join(await installPackages(prismPackage), '@stoplight/prism-cli/dist/index.js');
    const oneQuietProcess = ['--verboseLevel', 'silent', '--multiprocess', 'false'];
    console.table({
      'this mock': await measure(
        ['--import', './scripts/command/preload.js', 'scripts/mock.ts'],
        seconds,
      ),
      [prismPackage]: await measure([prism, ...oneQuietProcess, 'mock', 'openapi.yaml'], seconds),
    });
  });
}

/** @returns responses per second, by request */
async function measure(command: string[], seconds: number): Promise<Record<string, number>> {
  const server = await startServer({
    command: (port) => [process.execPath, ...command, '--port', String(port)],
  });
  try {
    const rates: Record<string, number> = {};
    for (const [name, { path, ...request }] of Object.entries(requests)) {
      await driveLoad(server.url + path, request, 1);
      rates[name] = Math.round(await driveLoad(server.url + path, request, seconds));
    }
    return rates;
  } finally {
    await server.close();
  }
}
