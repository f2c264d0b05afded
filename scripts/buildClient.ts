import { join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { clientDirectory, projectDirectory } from './paths.ts';
import { replaceFiles } from './replaceFiles.ts';
import { sassPlugin } from './sassPlugin.ts';
import { withCompressed } from './withCompressed.ts';

const entryPoint = 'client/main.tsx';

/** For browsers of the last years; files are named after their content. */
const options: BuildOptions = {
  absWorkingDir: projectDirectory,
  entryPoints: [entryPoint],
  outdir: join(clientDirectory, 'assets'),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: ['chrome109', 'firefox115', 'safari15.4'],
  jsx: 'automatic',
  minify: true,
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [sassPlugin],
  logLevel: 'warning',
};

export interface ClientBuild {
  /** Code that runs after the client's own. */
  footer?: string;
}

/** Builds the client into `dist/client`, with the manifest that tells the host what its document names. */
export async function buildClient({ footer = '' }: ClientBuild = {}): Promise<Metafile> {
  const { outputFiles, metafile } = await build({
    ...options,
    footer: { js: footer },
    metafile: true,
    write: false,
  });
  const assets = await Promise.all(
    outputFiles.map(({ path, contents }) =>
      withCompressed(relative(clientDirectory, path), contents),
    ),
  );
  const manifest = Buffer.from(JSON.stringify(manifestOf(metafile)));
  await replaceFiles(clientDirectory, new Map([...assets.flat(), ['manifest.json', manifest]]));
  return metafile;
}

/** The entry's script and stylesheet, relative to the client's folder. */
function manifestOf({ outputs }: Metafile) {
  const [script, output] =
    Object.entries(outputs).find(([, it]) => it.entryPoint === entryPoint) ?? [];
  if (!script || !output?.cssBundle) throw new Error('The client has no script or no stylesheet.');
  const inClient = (path: string) => relative(clientDirectory, join(projectDirectory, path));
  return { script: inClient(script), stylesheet: inClient(output.cssBundle) };
}
