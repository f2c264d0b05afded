import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OnLoadResult, PartialMessage, Plugin } from 'esbuild';
import { compile, Exception, NodePackageImporter } from 'sass';
import { projectDirectory, toPosix } from './paths.ts';

/**
 * Compiles `.scss` files; `pkg:` URLs in them resolve to packages.
 * @param onLoad is called with the path of each file that is compiled in, relative to the project
 */
export function createSassPlugin(onLoad: (file: string) => void): Plugin {
  return {
    name: 'sass',
    setup(build) {
      build.onLoad({ filter: /\.scss$/ }, ({ path }) => {
        try {
          return load(path, onLoad);
        } catch (error) {
          if (!(error instanceof Exception)) throw error;

          return { errors: [describeError(error)] };
        }
      });
    },
  };
}

function load(path: string, onLoad: (file: string) => void): OnLoadResult {
  const { css, loadedUrls } = compile(path, {
    charset: false,
    importers: [new NodePackageImporter()],
    quietDeps: true,
    // Bootstrap 5 uses Sass features that newer Sass versions deprecate.
    silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
  });
  for (const url of loadedUrls) onLoad(toProjectPath(url));
  return { contents: css, loader: 'css' };
}

function toProjectPath(url: URL): string {
  return toPosix(relative(projectDirectory, fileURLToPath(url)));
}

/** Describes an error as a message of esbuild. If it were thrown, esbuild would print stack traces. */
function describeError({ sassMessage, span }: Exception): PartialMessage {
  const { url, start, context = '' } = span;
  const location = {
    file: url ? toProjectPath(url) : '',
    line: start.line + 1,
    column: start.column,
    lineText: context.trimEnd(),
  };
  return { text: sassMessage, location };
}
