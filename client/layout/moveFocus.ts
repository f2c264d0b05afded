/**
 * Gives the focus to an element, if there is one, also if it cannot have it by itself, such as a heading. Such an element is
 * focusable only until it loses the focus or something in it is clicked: otherwise it would have the focus after a
 * click on its text, and Tab would go on from its start.
 */
export function focusElement(element: HTMLElement | null, options?: FocusOptions): void {
  if (!element) return;

  if (element.tabIndex < 0) {
    element.tabIndex = -1;
    element.addEventListener('blur', makeUnfocusableOnBlur);
    element.addEventListener('mousedown', makeUnfocusable);
  }
  element.focus(options);
}

function makeUnfocusableOnBlur(event: FocusEvent): void {
  // Another window has the focus.
  if (event.currentTarget !== document.activeElement) makeUnfocusable(event);
}

function makeUnfocusable({ currentTarget }: Event): void {
  const element = currentTarget as HTMLElement;
  element.removeAttribute('tabindex');
  element.removeEventListener('blur', makeUnfocusableOnBlur);
  element.removeEventListener('mousedown', makeUnfocusable);
}

/**
 * Moves the focus to an element, unless the person has moved it elsewhere in the meantime. Scrolls no further than to
 * show the element, where browsers would centre it.
 * @param from contains the element that had the focus before, if that is not the body
 * @param shown what is scrolled into view instead of the element
 */
export function moveFocus(to: HTMLElement | null, from: Element | null, shown = to): void {
  const { activeElement } = document;
  // A frame is a challenge, which ends.
  const isElsewhere = !activeElement?.matches('body, iframe') && !from?.contains(activeElement);
  if (!to || isElsewhere) return;

  focusElement(to, { preventScroll: true });
  shown?.scrollIntoView({ block: 'nearest' });
}
