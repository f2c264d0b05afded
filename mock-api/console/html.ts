/** Markup that is already escaped. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | undefined | readonly Part[];

/**
 * Creates markup from a template literal. Values are escaped; markup and lists of markup are not.
 * @example
 * html`<ul>${names.map((name) => html`<li>${name}</li>`)}</ul>`
 */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: String.raw({ raw: literals.raw }, ...parts.map(toMarkup)) };
}

function toMarkup(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(toMarkup).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
