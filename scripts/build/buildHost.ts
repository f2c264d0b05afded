import { build } from 'esbuild';
import { projectDirectory, serverFile } from '../paths.ts';
import { type BundledFile, listBundledFiles } from './bundledPackages.ts';

/** Lets CommonJS libraries in the bundle load Node's built-in modules. */
const requireForCommonJs = [
  "import { createRequire } from 'node:module';",
  'const require = createRequire(import.meta.url);',
].join('');

/**
 * Bundles the host into one file, `dist/server.js` by default, that runs without `node_modules`.
 * @returns the files that are bundled
 */
export async function buildHost(file = serverFile): Promise<BundledFile[]> {
  const { metafile } = await build({
    absWorkingDir: projectDirectory,
    entryPoints: ['server/main.ts'],
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    mainFields: ['module', 'main'],
    // The package debug uses it if it is installed, as it is for development.
    external: ['supports-color'],
    banner: { js: requireForCommonJs },
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  return listBundledFiles(metafile);
}
