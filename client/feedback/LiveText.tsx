import type { ReactNode } from 'react';

/** A text in an element of its own, or in a live region that was there before. */
export function LiveText({ isLive, children }: { isLive: boolean; children: ReactNode }) {
  return (
    <>
      {!isLive && children}
      <div role="status">{isLive && children}</div>
    </>
  );
}
