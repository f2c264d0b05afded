import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { toCurl } from '../../mock-api/console/browser/requests/toCurl.ts';
import type { JournalEntry } from '../../mock-api/journal/journalEntry.ts';
import { postJson, shareTestMock, submission, submitPath } from './fixtures/startTestMock.ts';
import { waitForEntry } from './fixtures/waitForEntries.ts';

const mock = shareTestMock();

/** Sends a request and returns its complete entry. */
async function record(send: () => Promise<unknown>): Promise<JournalEntry> {
  const { journal } = mock();
  const after = journal.lastId();
  await send();
  return waitForEntry(journal, { after, ended: true });
}

/** The arguments that a shell passes to curl. */
function argumentsOf(entry: JournalEntry): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${toCurl(entry, 'http://mock.test')}`;
  const { stdout } = spawnSync('sh', ['-c', script]);
  return stdout.toString().split('\0').slice(0, -1);
}

test('a curl command sends the same method, URL, headers and body', async () => {
  const body = submission({ text: `It's "quoted", $HOME \`date\` \\ 🌾\nand longer` });
  const entry = await record(() => postJson(mock().url + submitPath, body));
  const [flags, , method, url, ...options] = argumentsOf(entry);
  expect([flags, method, url]).toEqual(['-ig', 'POST', `http://mock.test${submitPath}`]);
  expect(options.slice(-2)).toEqual(['--data-raw', JSON.stringify(body)]);
  expect(options).toContain('content-type: application/json');
  expect(options.join()).not.toMatch(/content-length|host:|connection:|sec-/);
});

test('a curl command encodes a form, and leaves out what the journal has masked', async () => {
  const headers = { Cookie: 'JSESSIONID=1' };
  const body = new URLSearchParams({ username: 'jane & joe', password: 'secret' });
  const entry = await record(() =>
    fetch(`${mock().url}/jsp/utilities/tools.jsp`, { method: 'POST', headers, body }),
  );
  const options = argumentsOf(entry);
  expect(options.at(-1)).toBe(`username=jane+%26+joe&password=${encodeURIComponent('•••')}`);
  expect(options.join()).not.toContain('cookie');
});

test('a curl command sends a header without a value', async () => {
  const headers = { 'X-Empty': '' };
  const entry = await record(() =>
    fetch(`${mock().url}/rest/subscriber-feedback/briefs/daily-harvest`, { headers }),
  );
  expect(argumentsOf(entry)).toContain('x-empty;');
});
