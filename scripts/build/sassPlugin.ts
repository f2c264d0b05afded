import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { compile, NodePackageImporter } from 'sass';

/**
 * Compiles `.scss` files; `pkg:` URLs in them resolve to packages.
 * @param onLoad is called with the absolute path of each file that is compiled in
 */
export function createSassPlugin(onLoad: (file: string) => void): Plugin {
  return {
    name: 'sass',
    setup(build) {
      build.onLoad({ filter: /\.scss$/ }, ({ path }) => {
        const { css, loadedUrls } = compile(path, {
          charset: false,
          importers: [new NodePackageImporter()],
          quietDeps: true,
          // Bootstrap 5 uses Sass features that newer Sass versions deprecate.
          silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
        });
        const files = loadedUrls.map((url) => fileURLToPath(url));
        for (const file of files) onLoad(file);
        return { contents: css, loader: 'css', watchFiles: files };
      });
    },
  };
}
