import { readFile, rename, writeFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { copyWithChange } from '../temporaryFiles.ts';
import { getBrief, startTestMock } from './fixtures/startTestMock.ts';

const harvest = (fullName: string) => `daily-harvest: { fullName: "${fullName}" }`;

async function startEditable() {
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) => `${text}\n`);
  const contractFile = await copyWithChange('openapi.yaml', (text) => `${text}\n`);
  const mock = await startTestMock({ dataFile, contractFile });
  /** Replaces a file, as an editor does. */
  const edit = async (file: string, from: RegExp, to: string) => {
    await writeFile(`${file}~`, (await readFile(file, 'utf8')).replace(from, to));
    await rename(`${file}~`, file);
  };
  const nameOf = async (id: string) => (await (await getBrief(mock, id)).json()).fullName;
  return { mock, dataFile, contractFile, edit, nameOf };
}

test('files that are replaced are reloaded, an invalid one is reported, and its repair confirmed', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const confirmed = vi.spyOn(console, 'info').mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  const { mock, dataFile, contractFile, edit, nameOf } = await startEditable();
  const name = /daily-harvest: \{.*/;
  await edit(dataFile, name, harvest('First'));
  await expect.poll(() => nameOf('daily-harvest')).toBe('First');
  expect(confirmed).not.toHaveBeenCalled();
  await edit(dataFile, /operation: signIn$/m, 'operation: singIn');
  await expect
    .poll(() => logged.mock.calls.join('\n'))
    .toMatch(/stays in use:\n {2}\S+:\d+ "broken-sign-in", operation: .* expected one of .*signIn/);
  expect(await nameOf('daily-harvest')).toBe('First');
  await edit(dataFile, /operation: singIn/, 'operation: signIn');
  await edit(dataFile, name, harvest('Fixed'));
  await expect.poll(() => nameOf('daily-harvest')).toBe('Fixed');
  const message = 'The changed files are valid again, and in use.';
  await expect.poll(() => confirmed.mock.calls).toEqual([[message]]);
  await edit(contractFile, /\/briefs\/\{briefId\}:/, '/letters/{briefId}:');
  await expect.poll(async () => (await getBrief(mock, 'daily-harvest')).status).toBe(404);
});

test('a save keeps the attempts of a scenario that it does not change', async () => {
  const { mock, dataFile, edit, nameOf } = await startEditable();
  const statusOf = async (id: string) => (await getBrief(mock, id)).status;
  for (const id of ['flaky-brief', 'broken-brief']) await statusOf(`${id}.anna`);
  await edit(dataFile, /daily-harvest: \{.*/, harvest('Saved'));
  await expect.poll(() => nameOf('daily-harvest')).toBe('Saved');
  expect([await statusOf('flaky-brief.anna'), await statusOf('flaky-brief.anna')]).toEqual([
    500, 200,
  ]);
  await edit(dataFile, /steps: \[500, 500, ok\]/, 'steps: [503, 500, ok]');
  await expect.poll(() => statusOf('flaky-brief.ben')).toBe(503);
  expect(await statusOf('flaky-brief.anna')).toBe(503);
});
