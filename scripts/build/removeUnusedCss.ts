import { PurgeCSS } from 'purgecss';

/**
 * A pattern of minified rules of Bootstrap that PurgeCSS keeps and the page does not need: parts of an input for a
 * date, a color, a file or a search, a list of suggestions, a button by its type, or an element with the role of a
 * button.
 */
const unusedRule =
  /[^{}]*(?:::-webkit-(?:datetime|inner|search|color)|::-moz-focus|::file-|\[(?:list|type=search|type=reset|role=button)\]|a:not|button:focus:not|ul ul)[^{}]*\{[^{}]*\}/g;

/** The beginning of a rule that the result must contain. */
const formRule = '.contact-form{';

/**
 * Removes the rules, custom properties and keyframes that the page does not need. Every word in the client's source
 * counts as a name in use, so no other class name may be composed of parts.
 * @param sources the texts of the client's files
 * @throws if the result lacks the rules of the form
 */
export async function removeUnusedCss(css: string, sources: readonly string[]): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    content: sources.map((raw) => ({ raw, extension: 'ts' })),
    css: [{ raw: css }],
    variables: true,
    keyframes: true,
    // Keeps the rules for this attribute, whatever its value is.
    dynamicAttributes: ['data-text'],
    // Words of the source, but not elements of the page.
    blocklist: ['fieldset', 'progress', 'select'],
    defaultExtractor: (text) => text.match(/[\w-]+/g) ?? [],
  });
  const needed = replaceVariables(result?.css ?? css).replace(unusedRule, '');
  if (needed.includes(formRule)) return needed;

  throw new Error(
    `main.css: expected the rule "${formRule}", found none among ${needed.length} characters for ${sources.length} source files`,
  );
}

/**
 * Replaces Bootstrap's custom properties by their values, and leaves out the rules that change one, such as the color
 * of a link under a pointer.
 */
function replaceVariables(css: string): string {
  const [, declarations = ''] = /:root\{(--bs-[^}]*)\}/.exec(css) ?? [];
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of declarations.matchAll(/(--[\w-]+): *([^;]+)/g)) {
    values.set(name, value);
  }
  const replaceUses = (text: string) =>
    text.replace(/var\((--bs-[\w-]+)\)/g, (use, name) => values.get(name) ?? use);
  const rest = css.replace(/[^{}]*\{--bs-[^}]*\}/g, '');
  // A value can contain another.
  return replaceUses(replaceUses(rest));
}
