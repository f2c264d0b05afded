/** Enter that is held presses a button or a link again and again. In a field with several lines, it adds lines. */
export function cancelHeldEnter(event: KeyboardEvent): void {
  const { key, repeat, target } = event;
  if (repeat && key === 'Enter' && !(target instanceof HTMLTextAreaElement)) event.preventDefault();
}
