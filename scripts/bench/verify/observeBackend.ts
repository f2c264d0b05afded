import { startObserver } from '../../../mock-api/observer/startObserver.ts';
import { contractFile, onBackend, type Tool, verifyUrl } from './verifyBackend.ts';

/** Sends the verifier's requests through the observer. */
export const observeBackend: Tool = (change) =>
  onBackend(change, async (url) => {
    const observer = await startObserver({
      backend: new URL(url),
      port: 0,
      contractFile,
      responseTimeoutMs: 1000,
    });
    try {
      await verifyUrl(observer.url);
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
