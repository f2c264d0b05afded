import { readFile, rename, writeFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { changedCopy } from '../support/mockFiles.ts';
import { BRIEFS, mockServer } from '../support/mockServer.ts';

const same = (text: string) => `${text}\n`;

async function editableMock() {
  const dataFile = await changedCopy('mock-api/data.yaml', same);
  const contractFile = await changedCopy('openapi.yaml', same);
  const mock = await mockServer({ dataFile, contractFile });
  const nameOf = async (id: string) => {
    const answer = await fetch(`${mock.url}${BRIEFS}/${id}`);
    return ((await answer.json()) as { fullName?: string }).fullName;
  };
  const edit = async (file: string, change: (text: string) => string) =>
    writeFile(file, change(await readFile(file, 'utf8')));
  return { mock, dataFile, contractFile, nameOf, edit };
}

test('an edited brief is served without a restart', async () => {
  const { dataFile, nameOf, edit } = await editableMock();
  await edit(dataFile, (text) => text.replace('The Daily Harvest', 'The Daily Bread'));
  await expect.poll(() => nameOf('daily-harvest'), { timeout: 5000 }).toBe('The Daily Bread');
});

test('a file that an editor puts in the place of the old one counts too', async () => {
  const { dataFile, nameOf } = await editableMock();
  for (const fullName of ['First', 'Second']) {
    const text = await readFile(dataFile, 'utf8');
    await writeFile(`${dataFile}~`, text.replace(/fullName: .*/, `fullName: ${fullName}`));
    await rename(`${dataFile}~`, dataFile);
    await expect.poll(() => nameOf('daily-harvest'), { timeout: 5000 }).toBe(fullName);
  }
});

test('an edited contract counts without a restart', async () => {
  const { mock, contractFile, edit } = await editableMock();
  const statusOf = async () => (await fetch(`${mock.url}${BRIEFS}/daily-harvest`)).status;
  await edit(contractFile, (text) => text.replace('/briefs/{briefId}:', '/letters/{briefId}:'));
  await expect.poll(statusOf, { timeout: 5000 }).toBe(404);
});

test('a broken file keeps the old version and says why, until it is mended', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => told.mockRestore());
  const { dataFile, nameOf, edit } = await editableMock();

  await edit(dataFile, (text) => text.replace('fullName: The Daily Harvest', 'title: Harvest'));
  await expect
    .poll(() => told.mock.calls.join('\n'), { timeout: 5000 })
    .toMatch(/keeps the old version:\n {2}\S+:\d+ "daily-harvest" lacks "fullName"\./);
  expect(await nameOf('daily-harvest')).toBe('The Daily Harvest');

  await edit(dataFile, (text) => text.replace('title: Harvest', 'fullName: Mended'));
  await expect.poll(() => nameOf('daily-harvest'), { timeout: 5000 }).toBe('Mended');
});
