import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startMock } from '../../mock-api/startMock.ts';
import {
  getBrief,
  signIn,
  startTestMock,
  submission,
  submit,
} from '../support/mock/startTestMock.ts';
import { temporaryFolder } from '../support/mock/temporaryFiles.ts';

describe('a journal file', () => {
  test('restores the journal after a restart, and ids continue', async () => {
    const journalFile = join(await temporaryFolder(), 'journal.ndjson');
    const first = await startMock({ port: 0, journalFile });
    await submit(first);
    await signIn(first, 'editor', 'correct horse');
    await first.close();
    await appendFile(journalFile, '{"id":3,"violations"');

    const second = await startTestMock({ journalFile });
    await getBrief(second, 'daily-harvest');
    await second.journal.wait({ after: 2, ended: true });
    expect(second.journal.list()).toMatchObject([
      { id: 1, operation: 'submitFeedback', body: submission() },
      { id: 2, operation: 'signIn', body: { username: 'editor', password: '•••' } },
      { id: 3, operation: 'getBrief' },
    ]);
    expect(await readFile(journalFile, 'utf8')).not.toContain('horse');

    const third = await startTestMock({ journalFile });
    expect(third.journal.list().map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test('does not restore cleared entries', async () => {
    const journalFile = join(await temporaryFolder(), 'journal.ndjson');
    const first = await startMock({ port: 0, journalFile });
    for (const id of ['daily-harvest', 'unheard-of']) await getBrief(first, id);
    const slow = getBrief(first, 'food-and-drink', {
      headers: { Prefer: 'wait=0.2' },
    });
    await first.journal.wait({ key: 'food-and-drink' });
    await fetch(`${first.url}/mock/journal/clear?operation=getBrief`, { method: 'POST' });
    await slow;
    await first.close();

    expect((await startTestMock({ journalFile })).journal.list()).toEqual([]);
  });

  test('restores a request that was in progress at the end', async () => {
    const journalFile = join(await temporaryFolder(), 'journal.ndjson');
    const first = await startMock({ port: 0, journalFile });
    const pending = getBrief(first, 'slow-brief').catch(() => 'aborted');
    await first.journal.wait({ operation: 'getBrief' });
    await first.close();
    expect(await pending).toBe('aborted');
    const second = await startTestMock({ journalFile });
    expect(second.journal.list()).toMatchObject([{ key: 'slow-brief' }]);
  });

  test('is replaced at the start by one with the current entries', async () => {
    const journalFile = join(await temporaryFolder(), 'journal.ndjson');
    const options = { journalFile, journalLimit: 3 };
    const first = await startMock({ port: 0, ...options });
    for (let i = 0; i < 100; i += 1) {
      await getBrief(first, 'daily-harvest');
    }
    await first.journal.wait({ after: 99, ended: true });
    first.journal.remove([100]);
    await first.close();
    const second = await startTestMock(options);
    const lines = (await readFile(journalFile, 'utf8')).trim().split('\n');
    expect(lines.length).toBeLessThan(5);
    expect(
      second.journal
        .list()
        .map(({ id }) => id)
        .slice(-2),
    ).toEqual([98, 99]);
  });

  test('prevents startup while another process uses it', async () => {
    const journalFile = join(await temporaryFolder(), 'journal.ndjson');
    await writeFile(`${journalFile}.lock`, String(process.ppid));
    await expect(startTestMock({ journalFile })).rejects.toThrow(
      `expected a writable file, got "${journalFile}" (process ${process.ppid} uses it`,
    );
    await writeFile(`${journalFile}.lock`, '99999999');
    expect((await startTestMock({ journalFile })).journal.list()).toEqual([]);
  });

  test('prevents startup if it cannot be written', async () => {
    const journalFile = join(await temporaryFolder(), 'no/such/folder');
    await expect(startTestMock({ journalFile })).rejects.toThrow(
      `--journal or MOCK_JOURNAL: expected a writable file, got "${journalFile}" (ENOENT`,
    );
  });
});
