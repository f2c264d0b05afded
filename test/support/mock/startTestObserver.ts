import { onTestFinished } from 'vitest';
import {
  type RunningObserver,
  type StartObserverOptions,
  startObserver,
} from '../../../mock-api/startObserver.ts';

/** Starts an observer in front of a backend on a free port, for one test. */
export async function startTestObserver(
  backendUrl: string,
  options: Partial<StartObserverOptions> = {},
): Promise<RunningObserver> {
  const observer = await startObserver({ backend: new URL(backendUrl), port: 0, ...options });
  onTestFinished(observer.close);
  return observer;
}
