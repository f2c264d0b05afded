import { cp, readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path/posix';
import { projectDirectory } from './paths.ts';

/** Where `tsc --build` writes declarations. */
const source = join(projectDirectory, 'node_modules/.cache/types');

/**
 * Copies the declarations of modules, and of those that they import, into a directory.
 * @param modules paths relative to the project, without an extension
 */
export async function copyDeclarations(
  modules: readonly string[],
  directory: string,
): Promise<void> {
  const pending = [...modules];
  const copied = new Set<string>();
  for (let module = pending.pop(); module !== undefined; module = pending.pop()) {
    if (copied.has(module)) continue;
    copied.add(module);
    const file = `${module}.d.ts`;
    await cp(join(source, file), join(directory, file));
    const text = await readFile(join(source, file), 'utf8');
    for (const [, imported = ''] of text.matchAll(/from '([^']+)'/g)) {
      if (!imported.startsWith('.')) {
        // The package's own import, which its manifest resolves.
        if (imported === '#openapi') {
          await cp(join(projectDirectory, 'openapi.d.ts'), join(directory, 'openapi.d.ts'));
          continue;
        }
        // An example in a comment imports the package itself.
        if (/^(node:|vitest$|@playwright\/test$|subscriber-feedback\/)/.test(imported)) continue;
        throw new Error(`${file}: expected only relative imports, got "${imported}"`);
      }
      pending.push(normalize(join(module, '..', imported)).replace(/\.ts$/, ''));
    }
  }
}
