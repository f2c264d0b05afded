import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readMockOptions } from '../../scripts/stack/readMockOptions.ts';
import { startBackend } from '../host/fixtures/startBackend.ts';
import { getBrief, startTestMock } from '../mock/fixtures/startTestMock.ts';
import { temporaryFolder } from '../mock/fixtures/temporaryFiles.ts';
import { runScript } from '../runScript.ts';

const [, section = ''] = readFileSync('docs/qa.md', 'utf8').split('## Record and replay\n');

test('the commands of the guide record a backend and replay it', async () => {
  const backend = await startBackend();
  const cwd = await temporaryFolder();
  const [, option = ''] = /^npm run observe -- \S+ (\S+)$/m.exec(section) ?? [];
  const observer = runScript('observe', { args: [backend.url, option, '--port', '0'] });
  const [, url = ''] = await observer.printed(/^Observer: (\S+)/);
  await (await getBrief({ url }, 'weekly.news')).text();
  await expect
    .poll(async () => (await fetch(`${url}/mock/journal?ended=true`)).text())
    .toContain('getBrief');

  const [curl = ''] = /^curl .*$/m.exec(section) ?? [];
  await promisify(execFile)('sh', ['-c', curl.replace('http://localhost:4020', url)], { cwd });
  const [, variable = '', file] = /^(\w+)=(\S+) npm start$/m.exec(section) ?? [];
  const options = await readMockOptions({ port: '0' }, { [variable]: `${cwd}/${file}` });
  const mock = await startTestMock(options);
  const brief = await getBrief(mock, 'weekly.news.anna');
  expect(await brief.json()).toEqual({ name: 'daily', fullName: 'The Daily' });
});
