import { type RefObject, useLayoutEffect, useRef } from 'react';

export const detailsHeadingId = 'details-heading';

/**
 * Moves the focus to the row of a request that is selected or was closed, or to its details where they
 * replace the list, unless a control of the details was used, which keeps it.
 */
export function useFocusOnSelection(
  list: RefObject<HTMLElement | null>,
  selectedId: number | undefined,
) {
  const shownId = useRef(selectedId);
  useLayoutEffect(() => {
    if (shownId.current === selectedId) return;
    const id = selectedId ?? shownId.current;
    shownId.current = selectedId;
    const row = list.current?.querySelector<HTMLElement>(`[data-id="${id}"] a`);
    row?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement?.closest('.request-details')) return;
    const isHidden = !row?.offsetParent;
    (isHidden ? document.getElementById(detailsHeadingId) : row)?.focus();
  }, [list, selectedId]);
}
