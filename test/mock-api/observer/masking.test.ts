import { describe, expect, test } from 'vitest';
import { brief, startBackendWith } from '../../support/mock/startBackendWith.ts';
import {
  briefsPath,
  postJson,
  signInPath,
  submission,
  submitPath,
} from '../../support/mock/startTestMock.ts';
import { startTestObserver } from '../../support/mock/startTestObserver.ts';
import { copyWithChange } from '../../support/mock/temporaryFiles.ts';

describe('personal data is masked', () => {
  const secrets = submission({
    briefId: 'secret-brief',
    subscriberId: 'secret-person',
    subjectLine: 'secret subject',
    text: 'secret text',
    recaptchaResponse: 'secret-token',
  });

  async function journalOf(recordBodies: boolean) {
    const observer = await startTestObserver(await startBackendWith(brief), { recordBodies });
    const { url, journal } = observer;
    const headers = { Cookie: 'JSESSIONID=secret-cookie' };
    await (
      await fetch(`${url}${briefsPath}/secret-brief?secret-name=secret-value`, { headers })
    ).text();
    await (await postJson(url + submitPath, secrets)).text();
    const body = new URLSearchParams({ username: 'secret-user', password: 'secret-password' });
    await (await fetch(url + signInPath, { method: 'POST', body })).text();
    await (await fetch(`${url}/secret-page/secret-part`)).text();
    await expect.poll(() => journal.list({ ended: true }).length).toBe(4);
    return await (await fetch(`${url}/mock/journal`)).text();
  }

  test('by default: paths, and no headers and bodies are recorded', async () => {
    const journal = await journalOf(false);
    expect(journal).not.toContain('secret');
    expect(journal).toContain('"path":"/rest/subscriber-feedback/briefs/•••?•••=•••"');
  });

  test('only passwords and cookies, with recordBodies', async () => {
    const journal = await journalOf(true);
    expect(journal).toContain('secret text');
    expect(journal).toContain('secret-brief');
    expect(journal).not.toMatch(/secret-(password|cookie)/);
  });
});

test('credentials of the contract are masked in any place, with recordBodies', async () => {
  const contractFile = await copyWithChange('openapi.yaml', (text) =>
    text.replace('in: cookie\n      name: JSESSIONID', 'in: header\n      name: X-Session-Key'),
  );
  const backend = await startBackendWith(brief, { 'X-Session-Key': 'secret-1' });
  const observer = await startTestObserver(backend, { contractFile, recordBodies: true });
  const target =
    '/jsp/logout.jsp;x-session-key=secret-2?pass%77ord=secret-3&x-session-key=secret-4';
  const headers = { 'x-session-key': 'secret-5' };
  await (await fetch(observer.url + target, { headers })).text();
  const entry = await observer.journal.wait({ ended: true });
  expect(entry.path).toBe('/jsp/logout.jsp;x-session-key=•••?pass%77ord=•••&x-session-key=•••');
  expect(JSON.stringify(entry)).not.toContain('secret');
});
