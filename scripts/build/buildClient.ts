import { join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { clientDirectory, projectDirectory } from '../paths.ts';
import { compress } from './compress.ts';
import { replaceFiles } from './replaceFiles.ts';
import { sassPlugin } from './sassPlugin.ts';

const entryPoint = 'client/main.tsx';

const options = {
  absWorkingDir: projectDirectory,
  entryPoints: [entryPoint],
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  // Chrome 109 and Firefox 115 are the last versions for Windows 7 and 8.
  target: ['chrome109', 'firefox115', 'safari15.4'],
  jsx: 'automatic',
  minify: true,
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [sassPlugin],
  logLevel: 'warning',
  metafile: true,
  write: false,
} satisfies BuildOptions;

export interface ClientBuildOptions {
  /** The output directory, `dist/client` by default. */
  directory?: string;
  /** JavaScript to append to every script. */
  footer?: string;
}

/**
 * Bundles the client, with `.br` and `.gz` files beside each asset and a `manifest.json` that names
 * the script and the stylesheet for the document.
 * @throws {BuildFailure} from esbuild, for source that does not compile
 */
export async function buildClient({
  directory = clientDirectory,
  footer = '',
}: ClientBuildOptions = {}): Promise<Metafile> {
  const { outputFiles, metafile } = await build({
    ...options,
    outdir: join(directory, 'assets'),
    footer: { js: footer },
  });
  const assets = await Promise.all(
    outputFiles.map(({ path, contents }) => compress(relative(directory, path), contents)),
  );
  const manifest = Buffer.from(JSON.stringify(createManifest(metafile, directory)));
  await replaceFiles(directory, new Map([...assets.flat(), ['manifest.json', manifest]]));
  return metafile;
}

function createManifest({ outputs }: Metafile, directory: string) {
  const [script, output] =
    Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint) ?? [];
  if (!script || !output?.cssBundle) {
    throw new Error(`${entryPoint}: expected a script and a stylesheet in the bundle.`);
  }
  const fromDirectory = (path: string) => relative(directory, join(projectDirectory, path));
  return { script: fromDirectory(script), stylesheet: fromDirectory(output.cssBundle) };
}
