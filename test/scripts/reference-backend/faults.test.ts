import { expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../../scripts/reference-backend/faults/fault.ts';
import { faults } from '../../../scripts/reference-backend/faults.ts';
import type { Trigger } from '../../../scripts/reference-backend/probes.ts';
import { startReferenceBackend } from '../../../scripts/reference-backend/startReferenceBackend.ts';
import { sendTrigger } from '../../support/verify/sendTrigger.ts';

test('each fault changes a response to its trigger', async () => {
  for (const fault of faults) {
    const correct = await observe(fault.trigger);
    for (const response of correct) expect(response, fault.name).toMatch(/^HTTP\/1.1 [2-4]/);
    expect(await observe(fault.trigger, fault), fault.name).not.toEqual(correct);
  }
});

test('each fault has a name of its own', () => {
  const names = faults.map(({ operation, name }) => `${operation}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
});

/** The responses to the trigger and the pauses before them. */
async function observe(trigger: Trigger, change?: Fault): Promise<string[]> {
  const pauses: string[] = [];
  const pause = async (ms: number) => void pauses.push(`paused ${ms} ms`);
  const backend = await startReferenceBackend({ change, pause });
  onTestFinished(backend.close);
  return [...(await sendTrigger(backend.url, trigger)), ...pauses];
}
