import { expect, test } from 'vitest';
import { getBrief, postJson, startTestMock } from './fixtures/startTestMock.ts';

test('clear removes the entries whose ids are in its body, which must be JSON', async () => {
  const { url, journal } = await startTestMock();
  for (const id of ['a', 'b', 'c']) await getBrief({ url }, id);
  const clear = (body: unknown) => postJson(`${url}/mock/journal/clear`, body);
  expect(await (await clear({ ids: [1, 3, 77] })).json()).toEqual({ cleared: 2 });
  for (const body of [{ ids: ['2'] }, '[', 'null']) expect((await clear(body)).status).toBe(400);
  const form = { method: 'POST', body: new URLSearchParams({ ids: '2' }) };
  expect((await fetch(`${url}/mock/journal/clear`, form)).status).toBe(400);
  expect(journal.list().map(({ key }) => key)).toEqual(['b']);
});

test('a path with a malformed percent-encoding is rejected', async () => {
  const { url } = await startTestMock();
  const response = await fetch(`${url}/mock/journal/%zz`);
  expect(response.status).toBe(400);
  expect((await response.json()).detail).toBe('The path has a malformed percent-encoding.');
});
