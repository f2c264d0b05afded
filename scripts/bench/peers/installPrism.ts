import { join } from 'node:path';
import { installPackages } from '../processes/installPackages.ts';

export const prismPackage = '@stoplight/prism-cli@5.16.0';

/** Returns the paths of Prism's `node_modules` and of its command's script. */
export async function installPrism(): Promise<{ modules: string; program: string }> {
  const modules = await installPackages(prismPackage);
  return { modules, program: join(modules, '@stoplight/prism-cli/dist/index.js') };
}
