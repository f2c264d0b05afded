import type { ReactNode } from 'react';

/**
 * A text, with an empty live region after it. Once `isLive` is set, the text is in the region instead, which makes
 * screen readers announce it.
 */
export function LiveText({ isLive, children }: { isLive: boolean; children: ReactNode }) {
  return (
    <>
      {!isLive && children}
      <div role="status">{isLive && children}</div>
    </>
  );
}
