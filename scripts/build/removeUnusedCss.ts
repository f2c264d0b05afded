import { PurgeCSS } from 'purgecss';
import { projectDirectory } from './paths.ts';

/**
 * Removes the rules, custom properties and keyframes that the page does not use. Every word in the client's source
 * counts as a name in use, so no other class name may be composed of parts.
 */
export async function removeUnusedCss(css: string): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    // Patterns have forward slashes on every system.
    content: [`${projectDirectory.replaceAll('\\', '/')}/client/**/*.{ts,tsx}`],
    css: [{ raw: css }],
    variables: true,
    keyframes: true,
    defaultExtractor: (text) => text.match(/[\w-]+/g) ?? [],
  });
  return result?.css ?? css;
}
