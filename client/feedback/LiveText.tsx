import type { ReactNode } from 'react';

/** A text in a live region that exists before the text is added, or in an element of its own if it is not `isLive`. */
export function LiveText({ isLive, children }: { isLive: boolean; children: ReactNode }) {
  return (
    <>
      {!isLive && children}
      <div role="status">{isLive && children}</div>
    </>
  );
}
