import { onTestFinished } from 'vitest';
import { startStack } from '../../scripts/startStack.ts';

/** A stack with settings of its own, which ends with the test. */
export async function ownStack(env: Record<string, string>) {
  const stack = await startStack({
    HOST: '127.0.0.1',
    PORT: '0',
    MOCK_PORT: '0',
    LOG_LEVEL: 'silent',
    ...env,
  });
  onTestFinished(() => stack.close());
  return stack;
}
