import { onTestFinished } from 'vitest';
import {
  type RunningObserver,
  type StartObserverOptions,
  startObserver,
} from '../../mock-api/observer/startObserver.ts';

/** An observer in front of a backend, on a port of its own, until the test ends. */
export async function observerOf(
  backendUrl: string,
  options: Partial<StartObserverOptions> = {},
): Promise<RunningObserver> {
  const observer = await startObserver({ backend: new URL(backendUrl), port: 0, ...options });
  onTestFinished(observer.close);
  return observer;
}
