import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Probe } from '../../independent-backend/probes.ts';
import { createBrowserState } from './browserState.ts';
import type { Visit } from './traffic.ts';

export interface SendOptions {
  /** The host's timeout for the backend. */
  timeoutMs: number;
  /** A response that takes longer is noted as slow. */
  slowMs: number;
}

/**
 * Sends the requests of all visits, as the host does: on connections that are kept open, and without waiting longer
 * than `timeoutMs`. Resolves to what is received for each, without what differs from run to run.
 */
export async function sendTraffic(
  url: string,
  visits: readonly Visit[],
  { timeoutMs, slowMs }: SendOptions,
): Promise<string[]> {
  const agent = new Agent({ keepAlive: true });
  const received: string[] = [];
  for (const { headers, requests } of visits) {
    const state = createBrowserState();
    for (const step of requests) {
      const probes = [step].flat() as Probe[];
      received.push(...(await Promise.all(probes.map((probe) => send(probe, headers, state)))));
    }
  }
  agent.destroy();
  return received;

  async function send(
    probe: Probe,
    browserHeaders: Visit['headers'],
    state: ReturnType<typeof createBrowserState>,
  ): Promise<string> {
    const { method, target, body } = probe;
    const started = performance.now();
    const exchange = new Promise<IncomingMessage>((resolve, reject) => {
      request(url + target, {
        agent,
        method,
        headers: state.requestHeaders(probe, browserHeaders),
        signal: AbortSignal.timeout(timeoutMs),
      })
        .once('response', resolve)
        .once('error', reject)
        .end(body);
    });
    try {
      const response = await exchange;
      const content = await buffer(response);
      state.store(probe, response.headers);
      const isSlow = performance.now() - started > slowMs;
      return describe(response, content) + (isSlow ? ' (slow)' : '');
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException;
      return code === 'ABORT_ERR' ? 'no response' : `no complete response: ${code ?? name}`;
    }
  }
}

/** Differ from run to run. */
const variableHeaders = new Set(['date', 'connection', 'keep-alive']);

function describe({ statusCode, rawHeaders }: IncomingMessage, content: Buffer): string {
  const headers: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? '').toLowerCase();
    if (!variableHeaders.has(name)) headers.push(`${name}: ${rawHeaders[i + 1]}`);
  }
  return [statusCode, ...headers, content.toString('latin1')]
    .join('\n')
    .replaceAll(/JSESSIONID=[0-9A-F]{32}/g, 'JSESSIONID=ID');
}
