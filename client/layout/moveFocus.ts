/**
 * Moves the focus to an element, unless the person has moved it elsewhere in the meantime.
 * @param from contains the element that had the focus before; without one, the focus is on the body
 */
export function moveFocus(
  to: HTMLElement | null | undefined,
  { from, ...options }: FocusOptions & { from?: Element | null } = {},
): void {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body || from?.contains(activeElement)) {
    to?.focus(options);
  }
}
