import { type BuildOptions, build } from 'esbuild';
import { listBundledFiles } from './bundledPackages.ts';
import { findBuildVersion } from './findBuildVersion.ts';
import { projectDirectory, serverFile } from './paths.ts';

/** The options of a bundle that runs in Node.js without `node_modules`. */
export const nodeBundleOptions = {
  absWorkingDir: projectDirectory,
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  mainFields: ['module', 'main'],
  // The package debug uses it if it is installed, as it is for development.
  external: ['supports-color'],
  // Lets CommonJS libraries in the bundle load Node's built-in modules.
  banner: {
    js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
  },
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
} satisfies BuildOptions;

/**
 * Bundles the host into one file, `dist/server.js` by default, that runs without `node_modules`.
 * @returns the files that are bundled
 */
export async function buildHost(file = serverFile): Promise<string[]> {
  const { metafile } = await build({
    ...nodeBundleOptions,
    entryPoints: ['server/main.ts'],
    outfile: file,
    define: {
      'process.env.NODE_ENV': '"production"',
      BUILD_VERSION: JSON.stringify(findBuildVersion(process.env)),
    },
  });
  return listBundledFiles(metafile);
}
