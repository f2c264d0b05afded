import { type BuildOptions, build, type Plugin } from 'esbuild';
import { listBundledFiles } from './bundledPackages.ts';
import { findBuildVersion } from './findBuildVersion.ts';
import { distDirectory, projectDirectory } from './paths.ts';

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
 * Replaces packages by an empty module that libraries load for what the host never calls: Express's parsers of bodies,
 * and path filters with wildcards of http-proxy-middleware. They would be a fifth of the bundle.
 */
const omitUnusedPackages: Plugin = {
  name: 'omit-unused-packages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:body-parser|micromatch)$/ }, ({ path }) => ({
      path,
      namespace: 'unused',
    }));
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'export default {}' }));
  },
};

/**
 * Bundles the host into `server.js`, and its health check into `health.js`, which run without `node_modules`.
 * @param directory `dist` by default
 * @returns the files that are bundled
 */
export async function buildHost(directory = distDirectory): Promise<string[]> {
  const { metafile } = await build({
    ...nodeBundleOptions,
    entryPoints: { server: 'server/main.ts', health: 'server/health.ts' },
    outdir: directory,
    plugins: [omitUnusedPackages],
    define: {
      'process.env.NODE_ENV': '"production"',
      BUILD_VERSION: JSON.stringify(findBuildVersion(process.env)),
    },
  });
  return listBundledFiles(metafile);
}
