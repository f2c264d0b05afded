import { rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { compressFiles } from './compressFiles.ts';
import { clientDirectory, projectDirectory } from './paths.ts';
import { sassPlugin } from './sassPlugin.ts';

const entryPoint = 'client/main.tsx';

/** How the client is bundled: for browsers of the last years, its files named after their content. */
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

/** Builds the client with its manifest, which tells the host which files the document names. */
export async function buildClient({ footer = '' }: ClientBuild = {}): Promise<Metafile> {
  await rm(clientDirectory, { recursive: true, force: true });
  const { metafile } = await build({ ...options, footer: { js: footer }, metafile: true });
  await compressFiles(Object.keys(metafile.outputs).map((path) => join(projectDirectory, path)));
  await writeManifest(metafile);
  return metafile;
}

/** `manifest.json`: the entry's script and stylesheet, relative to the client's folder. */
async function writeManifest(metafile: Metafile): Promise<void> {
  const [script, output] =
    Object.entries(metafile.outputs).find(([, it]) => it.entryPoint === entryPoint) ?? [];
  if (!script || !output?.cssBundle) throw new Error('The client has no script or no stylesheet.');
  const inClient = (path: string) => relative(clientDirectory, join(projectDirectory, path));
  const manifest = { script: inClient(script), stylesheet: inClient(output.cssBundle) };
  await writeFile(join(clientDirectory, 'manifest.json'), JSON.stringify(manifest));
}
