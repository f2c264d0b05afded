import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Leaves the components of React Router that the page does not import out of the bundle, 4.4 kB compressed. esbuild
 * keeps them because of the names that they are assigned for debugging, and because any call may have side effects.
 */
export const routerPlugin: Plugin = {
  name: 'router',
  setup(build) {
    build.onLoad({ filter: /[\\/]react-router[\\/]dist[\\/].*\.mjs$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/= (React\d*\.(?:forwardRef|memo)\()/g, '= /* @__PURE__ */ $1');
      return { contents, loader: 'js' };
    });
  },
};
