import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestMock } from '../support/mock/startTestMock.ts';
import { temporaryFolder } from '../support/mock/temporaryFiles.ts';

/** Starts a mock of a contract with one operation, `GET /x`. */
async function startWith(operation: object, components: object = {}) {
  const contractFile = join(await temporaryFolder(), 'contract.json');
  const document = {
    openapi: '3.2.0',
    info: { title: 'Strange', version: '1' },
    paths: { '/x': { get: operation } },
    components,
  };
  await writeFile(contractFile, JSON.stringify(document));
  const { url } = await startTestMock({ contractFile });
  return (headers: Record<string, string> = {}) => fetch(`${url}/x`, { headers });
}

test('headers that no response can have are left out or changed, also with a delay', async () => {
  const get = await startWith({
    responses: {
      200: {
        description: 'With headers.',
        headers: {
          'X-Lines': { example: 'a\r\nb' },
          'X-Japanese': { example: '日本' },
          'Not A Name': { example: 'x' },
          'Content-Length': { required: true, schema: { type: 'integer' } },
          'Transfer-Encoding': { example: 'chunked' },
          Trailer: { example: 'x' },
        },
        content: { 'text/plain': { example: 'text' } },
      },
    },
  });
  for (const headers of [{}, { Prefer: 'wait=0.001' }]) {
    const response = await get(headers);
    expect(await response.text()).toBe('text');
    const received = Object.fromEntries(response.headers);
    expect(received).toMatchObject({ 'x-lines': 'a??b', 'x-japanese': '??' });
    expect(received['content-length']).toBe('4');
    expect(received.trailer).toBeUndefined();
  }
});
