import { Agent, request } from 'node:http';
import { startObserver } from '../../../mock-api/observer/startObserver.ts';
import { faults } from '../../reference-backend/faults.ts';
import type { Probe } from '../../reference-backend/probes.ts';
import { contractFile, onBackend, type Tool } from './verifyBackend.ts';

const responseTimeoutMs = 1000;
const agent = new Agent({ keepAlive: true });

/** Sends the requests that show a fault, or all of them to a variant, through the observer. */
export const observeBackend: Tool = (change) =>
  onBackend(change, async (url) => {
    const observer = await startObserver({
      backend: new URL(url),
      port: 0,
      contractFile,
      responseTimeoutMs,
    });
    const triggers = change.trigger ? [change.trigger] : faults.map(({ trigger }) => trigger);
    try {
      for (const trigger of triggers) {
        const session = { id: '' };
        for (const step of trigger) {
          const probes = [step].flat() as Probe[];
          await Promise.all(probes.map((probe) => send(observer.url, probe, session)));
        }
      }
      const entries = await observer.journal.waitForEntries(
        { ended: true },
        { count: observer.journal.list().length, timeoutMs: 60_000 },
      );
      return entries.flatMap(({ operation, violations }) =>
        violations
          .filter(({ rule }) => rule.startsWith('response'))
          .map(({ message }) => `${operation}: ${message}`),
      );
    } finally {
      await observer.close();
    }
  });

/** Resolves when the response has ended or the connection has been closed. */
async function send(url: string, probe: Probe, session: { id: string }): Promise<void> {
  const { method, target, headers, body, isChunked, followedBy } = probe;
  const fill = (text: string) =>
    text
      .replaceAll('$session', session.id)
      .replaceAll('$lowerCaseSession', session.id.toLowerCase());
  const length =
    isChunked || body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const filled = Object.entries(headers).map(([name, value]) => [name, fill(value)]);
  await new Promise<void>((resolve) => {
    request(url, {
      agent,
      method,
      path: fill(target),
      signal: AbortSignal.timeout(2 * responseTimeoutMs),
      headers: { ...Object.fromEntries(filled), ...length },
    })
      .on('response', (response) => {
        const [cookie = ''] = response.headers['set-cookie'] ?? [];
        session.id = /^JSESSIONID=([^;]+)/.exec(cookie)?.[1] ?? session.id;
        response
          .resume()
          .on('close', resolve)
          .on('error', () => {});
      })
      .on('error', () => resolve())
      .end(body);
  });
  if (followedBy) await send(url, followedBy, session);
}
