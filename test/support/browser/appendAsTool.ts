/**
 * Runs in the page. Adds to a field as extensions do, past the setter by which React notices a change.
 * @param text may be empty
 */
export function appendAsTool(field: HTMLElement | SVGElement, text: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  setter?.call(field, (field as HTMLInputElement).value + text);
}
