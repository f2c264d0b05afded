import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Rows beyond the visible ones, so that fast scrolling shows no gap. */
const overscan = 10;

interface Range {
  first: number;
  last: number;
  rowHeight: number;
}

/**
 * Selects the rows of a long list to render: the visible ones. All rows have the height of the first one.
 * When rows are added above, the visible ones stay where they are, unless the list is at its top.
 */
export function useVirtualRows(scroller: RefObject<HTMLElement | null>, ids: readonly number[]) {
  const [range, setRange] = useState<Range>({ first: 0, last: 2 * overscan, rowHeight: 0 });
  const anchor = useRef<{ id: number; offset: number }>(undefined);
  const isEmpty = ids.length === 0;

  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const rowHeight = element.querySelector('li')?.offsetHeight ?? 0;
    if (rowHeight === 0) return;
    const first = Math.max(0, Math.floor(element.scrollTop / rowHeight) - overscan);
    const last = first + Math.ceil(element.clientHeight / rowHeight) + 2 * overscan;
    setRange((known) => {
      const isSame = known.first === first && known.last === last && known.rowHeight === rowHeight;
      return isSame ? known : { first, last, rowHeight };
    });
  }, [scroller]);

  function onScroll() {
    const element = scroller.current;
    if (!element || range.rowHeight === 0) return;
    const top = element.scrollTop;
    const id = ids[Math.floor(top / range.rowHeight)];
    anchor.current =
      top === 0 || id === undefined ? undefined : { id, offset: top % range.rowHeight };
    measure();
  }

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !anchor.current) return;
    const index = ids.indexOf(anchor.current.id);
    if (index < 0) return;
    element.scrollTop = index * range.rowHeight + anchor.current.offset;
    measure();
  }, [scroller, ids, range.rowHeight, measure]);

  useLayoutEffect(() => {
    if (isEmpty || !scroller.current) return;
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scroller, isEmpty, measure]);

  return { ...range, onScroll };
}
