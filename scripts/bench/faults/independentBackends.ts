import type { Fault } from '../../independent-backend/faults/fault.ts';
import type { OperationId } from '../../independent-backend/operations.ts';
import {
  type BackendOptions,
  startIndependentBackend,
} from '../../independent-backend/startIndependentBackend.ts';
import { type Variant, variants } from '../../independent-backend/variants.ts';

const plain: Variant = { name: 'plain', create: () => (_request, next) => next() };

/** The forms of the backend that conform to the contract, the plain one first. */
export const conformingForms: readonly Variant[] = [plain, ...variants];

/** What is wrong with a session may be seen in any operation that uses it. */
const staffOperations: readonly OperationId[] = ['signIn', 'signOut', 'getCurrentUser'];

/** The operations in which a violation shows the fault. */
export function operationsOf({ operation, kind }: Fault): readonly OperationId[] {
  return kind === 'session' && staffOperations.includes(operation) ? staffOperations : [operation];
}

/**
 * Starts the backend with the given change. Its pauses of a second or more are multiplied by `timeScale`, so that a
 * tool that is measured can have shorter timeouts than its users'.
 */
export function startBackend(change: BackendOptions['change'], timeScale: number) {
  return startIndependentBackend({
    ...(change && { change }),
    pause: (ms) => wait(ms >= 1000 ? ms * timeScale : ms),
  });
}

/** Measures each fault, `parallel` at the same time. Resolves to the results in the order of the faults. */
export async function measureEach<Result>(
  faults: readonly Fault[],
  parallel: number,
  measure: (fault: Fault) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...faults.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, fault] = next;
      results[index] = await measure(fault);
      if (waiting.length % 50 === 0) console.error(`${waiting.length} faults left`);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return results;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    // A request that is never answered must not keep the process running.
    if (Number.isFinite(ms)) setTimeout(resolve, ms).unref();
  });
}
