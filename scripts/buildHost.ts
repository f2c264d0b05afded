import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { distDirectory, projectDirectory } from './paths.ts';

/** Some libraries in the bundle are CommonJS and ask for Node's own modules by `require`. */
const requireForCommonJs = [
  "import { createRequire } from 'node:module';",
  'const require = createRequire(import.meta.url);',
].join('');

/** Builds `dist/server.js`: the host in one file that needs no `node_modules`. */
export async function buildHost(): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: [join(projectDirectory, 'server/main.ts')],
    outfile: join(distDirectory, 'server.js'),
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
