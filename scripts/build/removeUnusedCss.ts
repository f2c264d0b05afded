import { posix } from 'node:path';
import { PurgeCSS } from 'purgecss';
import { projectDirectory } from './paths.ts';

/**
 * Removes the rules, custom properties and keyframes that a page does not use. Every word in the files with its markup
 * counts as a name in use, so no other class name may be composed of parts.
 * @param files paths or patterns of the files with markup, relative to the project
 */
export async function removeUnusedCss(css: string, files: readonly string[]): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    // Patterns have forward slashes on every system.
    content: files.map((file) => posix.join(projectDirectory.replaceAll('\\', '/'), file)),
    css: [{ raw: css }],
    variables: true,
    keyframes: true,
    defaultExtractor: (text) => text.match(/[\w-]+/g) ?? [],
  });
  return result?.css ?? css;
}
