/** A document as formatted JSON, with the secrets in its strings masked. */
export function maskedJson(document: object, mask: (text: string) => string): string {
  const maskStrings = (_: string, value: unknown) =>
    typeof value === 'string' ? mask(value) : value;
  return `${JSON.stringify(document, maskStrings, 2)}\n`;
}
