import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { projectDirectory, serverFile } from '../paths.ts';

/** Lets CommonJS libraries in the bundle load Node's built-in modules. */
const requireForCommonJs = [
  "import { createRequire } from 'node:module';",
  'const require = createRequire(import.meta.url);',
].join('');

/** Bundles the host into one file, `dist/server.js` by default, that runs without `node_modules`. */
export async function buildHost(file = serverFile): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: [join(projectDirectory, 'server/main.ts')],
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: requireForCommonJs },
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}
