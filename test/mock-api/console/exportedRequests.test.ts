import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { toCurl } from '../../../mock-api/console/browser/export/toCurl.ts';
import type { JournalEntry } from '../../../mock-api/journal/journalEntry.ts';
import {
  briefsPath,
  getBrief,
  postJson,
  shareTestMock,
  submission,
  submitPath,
} from '../../support/mock/startTestMock.ts';

const mock = shareTestMock();
const origin = 'http://mock.test';

const post = (body: unknown) => postJson(mock().url + submitPath, body);
const read = async (id: string) => (await getBrief(mock(), id)).text();

/** Sends a request and returns its complete entry. */
async function record(send: () => Promise<unknown>): Promise<JournalEntry> {
  const after = mock().journal.list().at(-1)?.id ?? 0;
  await send().catch(() => {});
  return mock().journal.wait({ after, ended: true });
}

/** The arguments that a shell passes to curl. */
function argumentsOf(command: string): string[] {
  const { stdout } = spawnSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`]);
  return stdout.toString().split('\0').slice(0, -1);
}

describe('a request as a curl command', () => {
  test('sends the same method, URL, headers and body', async () => {
    const body = submission({ text: `It's "quoted", $HOME \`date\` \\ 🌾\nand longer` });
    const entry = await record(() => post(body));
    const [flags, , method, url, ...options] = argumentsOf(toCurl(entry, origin));
    expect([flags, method, url]).toEqual(['-ig', 'POST', origin + submitPath]);
    expect(options.slice(-2)).toEqual(['--data-raw', JSON.stringify(body)]);
    expect(options).toContain('content-type: application/json');
    expect(options.join()).not.toMatch(/content-length|host:|connection:|sec-/);
  });

  test('encodes a form, and leaves out what the journal has masked', async () => {
    const headers = { Cookie: 'JSESSIONID=1' };
    const body = new URLSearchParams({ username: 'jane & joe', password: 'secret' });
    const entry = await record(() =>
      fetch(`${mock().url}/jsp/utilities/tools.jsp`, { method: 'POST', headers, body }),
    );
    const options = argumentsOf(toCurl(entry, origin));
    expect(options.at(-1)).toBe(`username=jane+%26+joe&password=${encodeURIComponent('•••')}`);
    expect(options.join()).not.toContain('cookie');
  });

  test('without a body has neither a method nor data', async () => {
    const command = toCurl(await record(() => read('daily-harvest')), origin);
    expect(argumentsOf(command).slice(0, 2)).toEqual([
      '-ig',
      `${origin}${briefsPath}/daily-harvest`,
    ]);
    expect(command).not.toMatch(/-X|--data/);
  });
});

describe('a request as a scenario', () => {
  const copyOf = (id: number) => fetch(`${mock().url}/mock/journal/${id}/scenario.yaml`);

  test('responds as the mock did', async () => {
    const ids = ['missing-brief', 'stack-trace-brief', 'truncated-brief', 'reset-brief'];
    const originals: JournalEntry[] = [];
    for (const id of ids) originals.push(await record(() => read(`${id}.anna`)));
    const copies: string[] = [];
    for (const { id } of originals) copies.push(await (await copyOf(id)).text());
    // JSON is a value, so that it can be read and changed.
    expect(copies[0]).toContain('    body:\n      title: Not Found\n');
    const body = `scenarios:\n${copies.join('')}`;
    await fetch(`${mock().url}/mock/scenarios?name=ben`, { method: 'POST', body });
    for (const [i, id] of ids.entries()) {
      const copy = await record(() => read(`copy-of-${id}.ben`));
      expect(copy.scenario).toBe(`copy-of-${id}`);
      for (const name of ['status', 'mediaType', 'responseBody', 'outcome'] as const) {
        expect(copy[name]).toBe(originals[i]?.[name]);
      }
    }
  });

  test('has all steps of its scenario', async () => {
    const { id } = await record(() => read('flaky-brief'));
    expect(parse(await (await copyOf(id)).text())).toMatchObject({
      'copy-of-flaky-brief': { steps: [{ status: 500 }, { status: 500 }, 'ok'] },
    });
  });

  test('does not exist for every request, and says why', async () => {
    const body = `x${'y'.repeat(20_000)}`;
    const scenario = JSON.stringify({ scenarios: { long: { operation: 'getBrief', body } } });
    const url = `${mock().url}/mock/scenarios?name=ben`;
    await fetch(url, { method: 'POST', body: scenario });
    const long = await record(() => read('long.ben'));
    const undeclared = await record(() => fetch(`${mock().url}/rest/nowhere`));
    for (const [{ id }, which] of [
      [long, 'whose response body is too long to record, or cannot be decompressed'],
      [undeclared, 'to no operation of the contract'],
    ] as const) {
      const response = await copyOf(id);
      expect(response.status).toBe(409);
      const detail = `A request ${which} cannot be copied as a scenario.`;
      expect(await response.json()).toMatchObject({ detail });
    }
    expect((await copyOf(undeclared.id + 1000)).status).toBe(404);
  });
});
