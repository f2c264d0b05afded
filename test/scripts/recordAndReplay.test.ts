import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { commandTest } from '../support/commandTest.ts';
import { startBackend } from '../support/host/startBackend.ts';
import { briefsPath } from '../support/mock/startTestMock.ts';
import { temporaryFolder } from '../support/mock/temporaryFiles.ts';

const [, section = ''] = readFileSync('docs/qa.md', 'utf8').split('## Record and replay\n');

/** The arguments of the first command of the section that runs an npm script. */
function argumentsOf(script: string): string[] {
  const [, text = ''] = new RegExp(`^npm run ${script} -- (.*)$`, 'm').exec(section) ?? [];
  return text.split(' ');
}

commandTest('the commands of the guide record a backend and replay it', async ({ run }) => {
  const backend = await startBackend();
  const cwd = await temporaryFolder();
  const [, ...options] = argumentsOf('observe');
  const observer = run('observe', { args: [backend.url, ...options, '--port', '0'] });
  const [, url = ''] = await observer.printed(/^Observer: (\S+)/);
  await (await fetch(`${url}${briefsPath}/weekly.news`)).text();
  await fetch(`${url}/mock/journal/wait?ended=true`);

  const [curl = ''] = /^curl .*$/m.exec(section) ?? [];
  await promisify(execFile)('sh', ['-c', curl.replace('http://localhost:4020', url)], { cwd });
  const [option = '', file] = argumentsOf('mock');
  const mock = run('mock', { args: [option, `${cwd}/${file}`, '--port', '0'] });
  const [, mockUrl] = await mock.printed(/^Mock API: (\S+)/);
  const brief = await fetch(`${mockUrl}${briefsPath}/weekly.news.anna`);
  expect(await brief.json()).toEqual({ name: 'daily', fullName: 'The Daily' });
});
