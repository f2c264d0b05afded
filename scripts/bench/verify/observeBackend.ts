import { startObserver } from '../../../mock-api/observer/startObserver.ts';
import { contractFile, onBackend, type Tool, throughProxy, verifyUrl } from './verifyBackend.ts';

/** Sends the verifier's requests through the observer. */
export const observeBackend: Tool = (change) => observe(change);

/** Without the requests that servers may understand in different ways, such as a form with a field twice. */
export const observeUsualRequests: Tool = (change) => observe(change, throughProxy);

function observe(change: Parameters<Tool>[0], args?: readonly string[]): Promise<string[]> {
  return onBackend(change, async (url) => {
    const observer = await startObserver({
      backend: new URL(url),
      port: 0,
      contractFile,
      responseTimeoutMs: 1000,
    });
    try {
      await verifyUrl(observer.url, args);
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
}
