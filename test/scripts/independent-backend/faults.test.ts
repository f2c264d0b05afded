import { expect, onTestFinished, test } from 'vitest';
import { type Fault, kinds } from '../../../scripts/independent-backend/faults/fault.ts';
import { faults } from '../../../scripts/independent-backend/faults.ts';
import { operationIds } from '../../../scripts/independent-backend/operations.ts';
import type { Trigger } from '../../../scripts/independent-backend/probes.ts';
import { startIndependentBackend } from '../../../scripts/independent-backend/startIndependentBackend.ts';
import { sendTrigger } from '../../support/verify/sendProbe.ts';

test.each(faults)('$operation: $kind: $name changes the response to its trigger', async (fault) => {
  const correct = await observe(fault.trigger);
  for (const response of correct) expect(response).toMatch(/^HTTP\/1.1 [1-4]/);
  expect(await observe(fault.trigger, fault)).not.toEqual(correct);
});

test('every operation has faults of every kind that applies', () => {
  const names = faults.map(({ operation, kind, name }) => `${operation} ${kind} ${name}`);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(faults.map(({ operation }) => operation))).toEqual(new Set(operationIds));
  expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(kinds));
});

/** The responses to the trigger and the long pauses before them. */
async function observe(trigger: Trigger, fault?: Fault): Promise<string[]> {
  const pauses: string[] = [];
  const backend = await startIndependentBackend({
    ...(fault && { change: fault }),
    pause: async (ms) => {
      if (ms > 1000) pauses.push(`paused ${ms} ms`);
      else await new Promise((resolve) => setTimeout(resolve, ms));
    },
  });
  onTestFinished(backend.close);
  return [...(await sendTrigger(backend.port, trigger)), ...pauses];
}
