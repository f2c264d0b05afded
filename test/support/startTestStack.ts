import { onTestFinished } from 'vitest';
import { type StackOptions, startStack } from '../../scripts/stack/startStack.ts';

/** Starts a stack with its own settings for the duration of the test. */
export async function startTestStack(env: Record<string, string>, options: StackOptions = {}) {
  const freePorts = { HOST: '127.0.0.1', PORT: '0', MOCK_PORT: '0' };
  const stack = await startStack({ ...freePorts, LOG_LEVEL: 'silent', ...env }, options);
  onTestFinished(stack.close);
  return stack;
}
