/** Markup that needs no escaping any more. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | undefined | readonly Part[];

/** Joins markup with values: text is escaped, markup and lists of it go in as they are. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: String.raw({ raw: literals.raw }, ...parts.map(toMarkup)) };
}

function toMarkup(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(toMarkup).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
