import { startTestMock } from './startTestMock.ts';
import { temporaryFile } from './temporaryFiles.ts';

/** Starts a mock of a contract with one operation, `GET /x`, and returns the function that sends a request to it. */
export async function startMockOf(operation: object, components: object = {}) {
  const info = { title: 'One', version: '1' };
  const document = { openapi: '3.1.1', info, paths: { '/x': { get: operation } }, components };
  const contractFile = await temporaryFile('contract.json', JSON.stringify(document));
  const { url } = await startTestMock({ contractFile });
  return (headers: Record<string, string> = {}) =>
    fetch(`${url}/x`, { headers, redirect: 'manual' });
}
