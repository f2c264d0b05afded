import { expect, onTestFinished, test, vi } from 'vitest';

test.each([
  { wasOnline: true, onLine: false, state: 'offline' },
  { wasOnline: true, onLine: true, state: 'online' },
  { wasOnline: false, onLine: false, state: 'online' },
])(
  'a browser is $state whose "onLine" was $wasOnline when the page was loaded and is now $onLine',
  async ({ wasOnline, onLine, state }) => {
    onTestFinished(() => {
      vi.unstubAllGlobals();
      vi.resetModules();
    });
    vi.resetModules();
    vi.stubGlobal('navigator', { onLine: wasOnline });
    const { isOffline } = await import('../../client/connection.ts');
    vi.stubGlobal('navigator', { onLine });
    expect(isOffline() ? 'offline' : 'online').toBe(state);
  },
);
