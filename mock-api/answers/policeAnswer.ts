import type { Operation } from '../contract/contract.ts';
import type { Fault } from '../contract/fault.ts';
import type { Answer } from '../contract/pickAnswer.ts';
import type { World } from '../world/world.ts';

export interface PolicedAnswer {
  answer: Answer;
  faults: Fault[];
}

/**
 * Holds an answer of the mock's own against the contract. One that breaks it becomes a 500 that says
 * so, unless it is a named fault, which is meant to.
 */
export function policeAnswer(
  { checkResponse, contract }: World,
  operation: Operation,
  answer: Answer,
  { named }: { named: boolean },
): PolicedAnswer {
  const faults = checkResponse(operation, answer);
  if (named || faults.length === 0) return { answer, faults };

  const reasons = faults.map(
    ({ rule, message, line }) => `${message} (${rule}, ${contract.file}:${line})`,
  );
  const message = `The mock's own answer to ${operation.id} breaks the contract. ${reasons.join(' ')}`;
  return {
    faults,
    answer: {
      status: 500,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ message })),
    },
  };
}
