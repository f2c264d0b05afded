import { expect, test, vi } from 'vitest';
import { createStandInToken } from '../../mock-api/captcha/standInToken.ts';
import { replay } from '../../mock-api/console/browser/requests/repeatRequest.ts';
import { forTester } from '../../mock-api/testing/forTester.ts';
import { shareTestMock, submit } from '../support/mock/startTestMock.ts';

const mock = shareTestMock();
const statusOf = async (name: string, recaptchaResponse: string) =>
  (await submit(mock(), { briefId: `daily-harvest.${name}`, recaptchaResponse })).status;

test('a captcha response of the stand-in can be used once by each tester, any other again and again', async () => {
  const token = createStandInToken();
  expect([await statusOf('a', token), await statusOf('a', token)]).toEqual([200, 409]);
  expect(await statusOf('b', token)).toBe(200);
  expect([await statusOf('a', 'any'), await statusOf('a', 'any')]).toEqual([200, 200]);
  await forTester('a', { url: mock().url }).reset();
  expect([await statusOf('a', token), await statusOf('b', token)]).toEqual([200, 409]);
});

test('a message is replayed with a new captcha response', async () => {
  await statusOf('cora', createStandInToken());
  const [entry] = mock().journal.list({ name: 'cora' });
  vi.stubGlobal('location', { origin: mock().url });
  if (!entry) throw new Error('No request was recorded.');
  expect((await replay(entry)).status).toBe(200);
});
