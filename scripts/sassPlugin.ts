import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { compile } from 'sass';
import { projectDirectory } from './paths.ts';

/** Has esbuild read `.scss` files. */
export const sassPlugin: Plugin = {
  name: 'sass',
  setup({ onLoad }) {
    onLoad({ filter: /\.scss$/ }, ({ path }) => {
      const { css, loadedUrls } = compile(path, {
        loadPaths: [dirname(path), join(projectDirectory, 'node_modules')],
        quietDeps: true,
        // Bootstrap 5 is written in the older Sass that these warn about.
        silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
      });
      return { contents: css, loader: 'css', watchFiles: loadedUrls.map((url) => url.pathname) };
    });
  },
};
