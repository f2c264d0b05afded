/**
 * Moves the focus to an element, unless the person has moved it elsewhere in the meantime. Scrolls no further than to
 * show the element, where browsers would centre it.
 * @param from contains the element that had the focus before; without one, the focus is on the body
 */
export function moveFocus(
  to: HTMLElement | null | undefined,
  { from }: { from?: Element | null } = {},
): void {
  const { activeElement } = document;
  if (!to || (activeElement && activeElement !== document.body && !from?.contains(activeElement))) {
    return;
  }
  to.focus({ preventScroll: true });
  to.scrollIntoView({ block: 'nearest' });
}
