/**
 * Focuses an element, if there is one, even one that is not focusable by itself, such as a heading. Such an element is
 * focusable only until it loses the focus or is clicked: otherwise a click on its text would focus it, and Tab would go
 * on from its start.
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
 * @param shown the element to scroll into view; by default `to`
 */
export function moveFocus(to: HTMLElement | null, from: Element | null, shown = to): void {
  const { activeElement } = document;
  // A frame with the focus is the challenge of the captcha, which has ended.
  const isElsewhere = !activeElement?.matches('body, iframe') && !from?.contains(activeElement);
  if (!to || isElsewhere) return;

  focusElement(to, { preventScroll: true });
  shown?.scrollIntoView({ block: 'nearest' });
}
