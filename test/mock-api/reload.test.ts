import { readFile, rename, writeFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { getBrief, startTestMock } from '../support/mock/startTestMock.ts';
import { copyWithChange } from '../support/mock/temporaryFiles.ts';

const harvest = (fullName: string) => `daily-harvest: { fullName: "${fullName}" }`;
const appendNewline = (text: string) => `${text}\n`;

async function editableMock() {
  const dataFile = await copyWithChange('mock-api/data.yaml', appendNewline);
  const contractFile = await copyWithChange('openapi.yaml', appendNewline);
  const mock = await startTestMock({ dataFile, contractFile });
  const nameOf = async (id: string) => {
    const response = await getBrief(mock, id);
    return ((await response.json()) as { fullName?: string }).fullName;
  };
  const edit = async (file: string, change: (text: string) => string) =>
    writeFile(file, change(await readFile(file, 'utf8')));
  return { mock, dataFile, contractFile, nameOf, edit };
}

test('a file that an editor replaces is reloaded', async () => {
  const { dataFile, nameOf } = await editableMock();
  for (const fullName of ['First', 'Second']) {
    const text = await readFile(dataFile, 'utf8');
    await writeFile(`${dataFile}~`, text.replace(/daily-harvest: \{.*/, harvest(fullName)));
    await rename(`${dataFile}~`, dataFile);
    await expect.poll(() => nameOf('daily-harvest')).toBe(fullName);
  }
});

test('an edited contract applies without a restart', async () => {
  const { mock, contractFile, edit } = await editableMock();
  const statusOf = async () => (await getBrief(mock, 'daily-harvest')).status;
  await edit(contractFile, (text) => text.replace('/briefs/{briefId}:', '/letters/{briefId}:'));
  await expect.poll(statusOf).toBe(404);
});

test('an invalid file keeps the previous version in use and is reported until it is fixed', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  const { dataFile, nameOf, edit } = await editableMock();

  await edit(dataFile, (text) => text.replace('daily-harvest: {}', harvest('')));
  await expect
    .poll(() => logged.mock.calls.join('\n'))
    .toMatch(
      /The previous version stays in use:\n {2}\S+:\d+ "daily-harvest", fullName, must have at least 1 character\./,
    );
  expect(await nameOf('daily-harvest')).toBe('The Daily Harvest');

  await edit(dataFile, (text) => text.replace(harvest(''), harvest('Fixed')));
  await expect.poll(() => nameOf('daily-harvest')).toBe('Fixed');
});
