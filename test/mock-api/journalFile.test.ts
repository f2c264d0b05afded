import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startMock } from '../../mock-api/startMock.ts';
import {
  getBrief,
  signIn,
  startTestMock,
  submission,
  submit,
} from '../support/mock/startTestMock.ts';
import { temporaryFile } from '../support/mock/temporaryFiles.ts';

const emptyFile = () => temporaryFile('journal.ndjson', '');

test('a journal file restores the journal after a restart, also of requests in progress', async () => {
  const journalFile = await emptyFile();
  const first = await startMock({ port: 0, journalFile });
  await submit(first);
  await signIn(first, 'editor', 'correct horse');
  const pending = getBrief(first, 'slow-brief').catch(() => 'aborted');
  await first.journal.wait({ operation: 'getBrief' });
  await first.close();
  expect(await pending).toBe('aborted');
  await appendFile(journalFile, '{"id":4,"violations"');

  const second = await startTestMock({ journalFile });
  await getBrief(second, 'daily-harvest');
  expect(second.journal.list()).toMatchObject([
    { id: 1, operation: 'submitFeedback', body: submission() },
    { id: 2, operation: 'signIn', body: { username: 'editor', password: '•••' } },
    { id: 3, key: 'slow-brief', outcome: 'client aborted', delayMs: 3000 },
    { id: 4, key: 'daily-harvest' },
  ]);
  expect(await readFile(journalFile, 'utf8')).not.toContain('horse');
});

test('cleared entries are not restored, also if they had not ended', async () => {
  const journalFile = await emptyFile();
  const first = await startMock({ port: 0, journalFile });
  for (const id of ['daily-harvest', 'unheard-of']) await getBrief(first, id);
  const slow = getBrief(first, 'food-and-drink', { headers: { Prefer: 'wait=0.2' } });
  await first.journal.wait({ key: 'food-and-drink' });
  first.journal.remove([1, 2, 3]);
  await slow;
  await first.close();
  expect((await startTestMock({ journalFile })).journal.list()).toEqual([]);
});

test('a journal file is replaced at the start by one with the current entries', async () => {
  const journalFile = await emptyFile();
  const options = { journalFile, journalLimit: 3 };
  const first = await startMock({ port: 0, ...options });
  for (let i = 0; i < 20; i += 1) await getBrief(first, 'daily-harvest');
  await first.journal.wait({ after: 19, ended: true });
  first.journal.remove([20]);
  await first.close();
  const second = await startTestMock(options);
  expect((await readFile(journalFile, 'utf8')).match(/\n/g)?.length).toBeLessThan(4);
  expect(second.journal.list().slice(-2)).toMatchObject([{ id: 18 }, { id: 19 }]);
});

test('a mock does not start while another process uses its journal file', async () => {
  const journalFile = await emptyFile();
  await writeFile(`${journalFile}.lock`, String(process.ppid));
  await expect(startTestMock({ journalFile })).rejects.toThrow(
    `--journal or MOCK_JOURNAL: expected a writable file, got "${journalFile}" (process ${process.ppid} uses it`,
  );
  await writeFile(`${journalFile}.lock`, '99999999');
  const { journal } = await startTestMock({ journalFile });
  expect(journal.list()).toEqual([]);
  // As somebody may do after reading the message; the mock closes without an error.
  await rm(`${journalFile}.lock`);
});
