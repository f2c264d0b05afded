import { join } from 'node:path';
import { runCommand } from '../command/runCommand.ts';
import { driveLoad } from './processes/driveLoad.ts';
import { installPackage } from './processes/installPackage.ts';
import { startServer } from './processes/startServer.ts';

const path = '/rest/subscriber-feedback/briefs/daily-harvest';

const usage = `Usage: npm run bench -- mock [options]

Prints how many briefs per second the mock and Prism send with the same contract. \`wrk\` and \`taskset\` must be on the
PATH; Prism is installed into the directory for temporary files.

Options:
  -h, --help    show this help`;

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args }, async () => {
    const prismPackage = '@stoplight/prism-cli@5.16.0';
    const prism = join(await installPackage(prismPackage), '@stoplight/prism-cli/dist/index.js');
    const oneQuietProcess = ['--verboseLevel', 'silent', '--multiprocess', 'false'];
    console.table({
      'this mock': await measure(['--import', './scripts/command/preload.js', 'scripts/mock.ts']),
      [prismPackage]: await measure([prism, ...oneQuietProcess, 'mock', 'openapi.yaml']),
    });
  });
}

/** @returns responses per second */
async function measure(command: string[]): Promise<number> {
  const server = await startServer({
    command: (port) => [process.execPath, ...command, '--port', String(port)],
  });
  try {
    await driveLoad(server.url + path, 1);
    return Math.round(await driveLoad(server.url + path, 5));
  } finally {
    await server.close();
  }
}
