import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { toCurl } from '../../../mock-api/console/browser/export/toCurl.ts';
import { toHar } from '../../../mock-api/console/browser/export/toHar.ts';
import type { JournalEntry } from '../../../mock-api/journal/journalEntry.ts';
import { formatScenarioOf } from '../../../mock-api/journal/recordedScenarios.ts';
import {
  briefsPath,
  postJson,
  shareTestMock,
  startTestMock,
  submission,
  submitPath,
} from '../../support/mock/startTestMock.ts';
import { copyWithChange } from '../../support/mock/temporaryFiles.ts';

const mock = shareTestMock();
const origin = 'http://mock.test';

const post = (body: unknown) => postJson(mock().url + submitPath, body);
const getBrief = (id: string, url = mock().url) => fetch(`${url}${briefsPath}/${id}`);

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
    const command = toCurl(await record(() => getBrief('daily-harvest')), origin);
    expect(argumentsOf(command).slice(0, 2)).toEqual([
      '-ig',
      `${origin}${briefsPath}/daily-harvest`,
    ]);
    expect(command).not.toMatch(/-X|--data/);
  });
});

describe('a request as a scenario', () => {
  test('responds as the mock did', async () => {
    const ids = [
      'missing-brief',
      'stack-trace-brief',
      'forbidden-brief',
      'nowhere',
      'truncated-brief',
      'reset-brief',
    ];
    const originals: JournalEntry[] = [];
    for (const id of ids) originals.push(await record(() => getBrief(`${id}.anna`)));
    const copies: string[] = [];
    for (const { id } of originals) {
      const response = await fetch(`${mock().url}/mock/journal/${id}/scenario.yaml`);
      expect(response.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
      copies.push(await response.text());
    }
    // JSON is a value, so that it can be read and changed.
    expect(copies[0]).toContain('    body:\n      title: Not Found\n');
    const dataFile = await copyWithChange('mock-api/data.yaml', (text) =>
      text.replace('scenarios:\n', `scenarios:\n${copies.join('')}`),
    );
    const copied = await startTestMock({ dataFile });
    for (const [i, id] of ids.entries()) {
      await getBrief(`copy-of-${id}`, copied.url)
        .then((response) => response.text())
        .catch(() => {});
      const entry = await copied.journal.wait({ after: i, ended: true });
      const { status, responseBody, outcome, mediaType } = originals[i] as JournalEntry;
      expect(entry).toMatchObject({ scenario: `copy-of-${id}`, outcome });
      expect([entry.status, entry.mediaType, entry.responseBody]).toEqual([
        status,
        mediaType,
        responseBody,
      ]);
    }
  });

  test('does not exist for a body that is too long to record', async () => {
    const original = await record(() => getBrief('daily-harvest'));
    const responseBody = '16500 characters, too long to record';
    expect(formatScenarioOf({ ...original, responseBody })).toEqual({
      kind: 'unrepeatable',
      reason: 'A request whose response body is too long to record cannot be copied as a scenario.',
    });
  });

  test('does not exist for a path that is not in the contract, or an unknown request', async () => {
    const { id } = await record(() => fetch(`${mock().url}/rest/nowhere`));
    const copy = (entryId: number) => fetch(`${mock().url}/mock/journal/${entryId}/scenario.yaml`);
    const response = await copy(id);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      detail: 'A request to no operation of the contract cannot be copied as a scenario.',
    });
    expect((await copy(id + 1000)).status).toBe(404);
  });
});

test('an archive contains the requests and responses, oldest first', async () => {
  const first = await record(() => getBrief('missing-brief.anna?page=2'));
  const second = await record(() => post(submission()));
  const { log } = toHar([second, first], origin);
  expect(log.version).toBe('1.2');
  expect(log.entries).toMatchObject([
    {
      startedDateTime: first.at,
      request: {
        method: 'GET',
        url: `${origin}${briefsPath}/missing-brief.anna?page=2`,
        queryString: [{ name: 'page', value: '2' }],
      },
      response: {
        status: 404,
        content: {
          mimeType: 'application/problem+json',
          text: '{"title":"Not Found","status":404,"detail":"There is no such brief."}',
        },
      },
      time: first.durationMs,
    },
    {
      request: {
        postData: { mimeType: 'application/json', text: JSON.stringify(submission()) },
        headers: expect.arrayContaining([{ name: 'content-type', value: 'application/json' }]),
      },
      response: { status: 200 },
    },
  ]);
});
