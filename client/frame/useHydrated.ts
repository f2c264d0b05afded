import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** False on the host and while the host's markup is taken over, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
