/**
 * Cancels the repeated events of an Enter key that is held down, which would press a button or a link again and again.
 * In a field with several lines they still add lines.
 */
export function cancelHeldEnter(event: KeyboardEvent): void {
  const { key, repeat, target } = event;
  if (repeat && key === 'Enter' && !(target instanceof HTMLTextAreaElement)) event.preventDefault();
}
