import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { compile, NodePackageImporter } from 'sass';

/** Compiles `.scss` files; `pkg:` URLs in them resolve to packages. */
export const sassPlugin: Plugin = {
  name: 'sass',
  setup({ onLoad }) {
    onLoad({ filter: /\.scss$/ }, ({ path }) => {
      const { css, loadedUrls } = compile(path, {
        importers: [new NodePackageImporter()],
        quietDeps: true,
        // Bootstrap 5 uses Sass features that newer Sass versions deprecate.
        silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
      });
      return {
        contents: css,
        loader: 'css',
        watchFiles: loadedUrls.map((url) => fileURLToPath(url)),
      };
    });
  },
};
