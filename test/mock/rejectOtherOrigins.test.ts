import request from 'supertest';
import { expect, test } from 'vitest';
import { browserAssetPaths } from '../../mock-api/console/browserAssets.ts';
import { shareTestMock, startTestMock } from './fixtures/startTestMock.ts';

const mock = shareTestMock();

test('a site whose name resolves to this machine reads nothing', async () => {
  const { url } = await startTestMock({ allowedHosts: ['qa.example.com'] });
  const statusFor = async (headers: Record<string, string>) =>
    (await request(url).get('/mock/journal').set(headers)).status;
  const local = ['127.0.0.1', '[::1]:4010', 'localhost:80', 'mock:4010', 'phone.local'];
  for (const Host of [...local, 'QA.example.com:4010']) {
    expect(await statusFor({ Host })).toBe(200);
    expect(await statusFor({ 'X-Forwarded-Host': `${Host}, localhost` })).toBe(200);
    expect(await statusFor({ Host, 'X-Forwarded-Host': 'attacker.example' })).toBe(403);
    expect(await statusFor({ Host: 'attacker.example:4010', 'X-Forwarded-Host': Host })).toBe(403);
  }
});

test('the script and the frame of the captcha, which have no data, are served under every name', async () => {
  const paths = browserAssetPaths.filter((path) => path.startsWith('captcha/'));
  const load = (path: string) =>
    request(mock().url).get(`/mock/${path}`).set('X-Forwarded-Host', 'qa.example.com');
  expect(paths).toContain('captcha/enterprise.js');
  for (const path of paths) expect(await load(path)).toMatchObject({ status: 200 });
  expect(await load('console.js')).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining('MOCK_ALLOWED_HOSTS, got "qa.example.com"') },
  });
});

test.each([
  [403, { 'Sec-Fetch-Site': 'same-site' }],
  [403, { Origin: 'http://attacker.example' }],
  [403, { Origin: 'null' }],
  [200, { Origin: 'http://192.168.0.7:3000', 'X-Forwarded-Host': '192.168.0.7:3000' }],
  [200, { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-origin' }],
])('a page of another origin cannot reset: %i for %o', async (status, headers) => {
  expect((await request(mock().url).post('/mock/reset').set(headers)).status).toBe(status);
});
