/**
 * Moves the focus to an element, unless the person has moved it elsewhere in the meantime. Scrolls no further than to
 * show the element, where browsers would centre it.
 * @param from contains the element that had the focus before, if that is not the body
 */
export function moveFocus(to: HTMLElement | null, from: Element | null): void {
  const { activeElement } = document;
  const isElsewhere = activeElement !== document.body && !from?.contains(activeElement);
  if (!to || isElsewhere) return;

  to.focus({ preventScroll: true });
  to.scrollIntoView({ block: 'nearest' });
}
