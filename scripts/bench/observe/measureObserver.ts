import type { OutcomeOptions } from '../../../mock-api/contract/validate/validateOutcome.ts';
import type { JournalEntry } from '../../../mock-api/journal/journalEntry.ts';
import { startObserver } from '../../../mock-api/observer/startObserver.ts';
import type { Fault } from '../../independent-backend/faults/fault.ts';
import type { BackendOptions } from '../../independent-backend/startIndependentBackend.ts';
import {
  conformingForms,
  measureEach,
  operationsOf,
  startBackend,
} from '../faults/independentBackends.ts';
import { sendTraffic } from './sendTraffic.ts';
import { traffic } from './traffic.ts';

interface Observation {
  /** `operation: message`, one for each violation of each request. */
  violations: string[];
  /** What the senders of the requests received. */
  received: string[];
}

export interface ObserverOutcome {
  fault: Fault;
  observation: Observation;
  /** The first response that differs from that of the backend without the fault. */
  shownBy: string | undefined;
  /** The violation that shows the fault. */
  seenBy: string | undefined;
}

/** Time runs faster than for a user: the host's timeout of 20 s is 1 s, and all pauses are as much shorter. */
const timeScale = 1 / 20;
const timeoutMs = 20_000 * timeScale;
const responseTimeoutMs = 10_000 * timeScale;

/** Sends the traffic through the observer to conforming backends, the plain one first. */
export async function observeConforming(
  options: OutcomeOptions,
): Promise<Map<string, Observation>> {
  const observations = new Map<string, Observation>();
  for (const { name, ...change } of conformingForms)
    observations.set(name, await observe(change, options));
  return observations;
}

/**
 * Sends the traffic through the observer to the backend with each of the faults.
 * @param correct what is observed without a fault
 */
export function observeFaults(
  faults: readonly Fault[],
  {
    correct,
    parallel,
    observer,
  }: { correct: Observation; parallel: number; observer: OutcomeOptions },
): Promise<ObserverOutcome[]> {
  return measureEach(faults, parallel, async (fault) => {
    const observation = await observe(fault, observer);
    const seenBy = observation.violations.find(
      (violation) =>
        operationsOf(fault).some((operation) => violation.startsWith(`${operation}: `)) &&
        !correct.violations.includes(violation),
    );
    const shownBy = observation.received.find((text, index) => text !== correct.received[index]);
    return { fault, observation, shownBy, seenBy };
  });
}

async function observe(
  change: BackendOptions['change'],
  options: OutcomeOptions,
): Promise<Observation> {
  const backend = await startBackend(change, timeScale);
  const observer = await startObserver({
    backend: new URL(backend.url),
    port: 0,
    responseTimeoutMs,
    ...options,
  });
  try {
    const received = await sendTraffic(observer.url, traffic, {
      timeoutMs,
      slowMs: responseTimeoutMs,
    });
    const entries = await observer.journal.waitForEntries(
      { ended: true },
      { count: observer.journal.list().length, timeoutMs: 60_000 },
    );
    return { violations: entries.flatMap(describeViolations), received };
  } finally {
    await observer.close();
    await backend.close();
  }
}

function describeViolations({ operation, violations }: JournalEntry): string[] {
  return violations.map(({ message }) => `${operation}: ${message}`);
}
