import { expect, onTestFinished } from 'vitest';
import { startStack } from '../scripts/stack/startStack.ts';

/** The settings of a stack on this machine that conflicts with no other. */
export const freePorts = { HOST: '127.0.0.1', PORT: '0', MOCK_PORT: '0' };

/** Starts a stack with its own settings for the duration of the test. */
export async function startTestStack(env: Record<string, string>, clientDirectory?: string) {
  const settings = { ...freePorts, LOG_LEVEL: 'silent', ...env };
  const stack = await startStack(settings, undefined, clientDirectory);
  onTestFinished(async () => {
    await stack.close();
    await expect(fetch(stack.host.url)).rejects.toThrow('fetch failed');
  });
  return stack;
}
