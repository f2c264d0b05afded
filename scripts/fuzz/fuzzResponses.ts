import { createFuzzedResponse } from './createFuzzedResponse.ts';
import { createRandom } from './random.ts';
import { sendBytes } from './sendBytes.ts';
import { startFuzzedBackend } from './startFuzzedBackend.ts';

const requests = [
  'GET /rest/a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n',
  'GET /rest/a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n',
  'POST /rest/a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
  'HEAD /rest/a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n',
  'GET /rest/a HTTP/1.0\r\nHost: a.test\r\n\r\n',
].map((request) => Buffer.from(request));

export interface FuzzResponsesOptions {
  total: number;
  seed: number;
  connectionCount: number;
  /** Starts a host with a short proxy timeout in front of the backend and returns its port. */
  startHost(backendUrl: string): Promise<number>;
}

/** Sends requests through a host to a backend with malformed responses. Returns a count for each outcome. */
export async function fuzzResponses(options: FuzzResponsesOptions): Promise<Map<string, number>> {
  const { total, seed, connectionCount, startHost } = options;
  const random = createRandom(seed);
  const backend = await startFuzzedBackend(() => createFuzzedResponse(random));
  const port = await startHost(backend.url);
  const outcomes = new Map<string, number>();
  let sent = 0;
  const worker = async () => {
    while (sent < total) {
      const request = requests[sent++ % requests.length] as Buffer;
      const outcome = await sendBytes(port, request, { halfCloses: false });
      const key = outcome.kind === 'responded' ? String(outcome.statuses[0]) : outcome.kind;
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connectionCount }, worker));
  await backend.close();
  return outcomes;
}
