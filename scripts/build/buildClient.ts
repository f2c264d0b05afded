import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type BuildOptions, build, type OutputFile, transform } from 'esbuild';
import { basePath } from '../../client/routes.ts';
import { listBundledFiles } from './bundledPackages.ts';
import { clientDirectory, projectDirectory } from './paths.ts';
import { readPreviousReleases } from './readPreviousReleases.ts';
import { reloadScript } from './reloadScript.ts';
import { removeUnusedCss } from './removeUnusedCss.ts';
import { replaceFiles } from './replaceFiles.ts';
import { routerPlugin } from './routerPlugin.ts';
import { createSassPlugin } from './sassPlugin.ts';

/** The oldest browsers that run the page; docs/decisions/supported-browsers.md has the reasons. */
export const browserTarget = ['chrome131', 'edge131', 'firefox128', 'safari18.1', 'ios18.1'];

const options = {
  absWorkingDir: projectDirectory,
  bundle: true,
  target: browserTarget,
  jsx: 'automatic',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  write: false,
} satisfies BuildOptions;

const developmentOptions = {
  minify: false,
  sourcemap: 'inline',
  footer: { js: reloadScript },
} satisfies BuildOptions;

export interface ClientBuildOptions {
  /** The output directory, `dist/client` by default. */
  directory?: string;
  /** Whether the script is readable, has a source map, and reloads the page after a change. It is not compressed. */
  isDevelopment?: boolean;
}

/**
 * Bundles the client into one script with `.br` and `.gz` files beside it, `loader.js` and `main.css`,
 * which the document contains inline, and a `manifest.json`. The assets of the last releases in the
 * directory are kept.
 * @returns the files of the script and of the stylesheet
 * @throws {BuildFailure} from esbuild, for source that does not compile
 */
export async function buildClient({
  directory = clientDirectory,
  isDevelopment = false,
}: ClientBuildOptions = {}): Promise<string[]> {
  const styleFiles: string[] = [];
  const { outputFiles, metafile } = await build({
    ...options,
    ...(isDevelopment ? developmentOptions : {}),
    entryPoints: ['client/main.tsx'],
    entryNames: '[name]-[hash]',
    outdir: join(directory, 'assets'),
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
    // SWR brings its own hook for a React that has none.
    alias: { 'use-sync-external-store/shim': 'react' },
    plugins: [createSassPlugin((file) => styleFiles.push(file)), routerPlugin],
  });

  const script = findOutput(outputFiles, '.js');
  const bundledFiles = listBundledFiles(metafile);
  const style = await minifyCss(findOutput(outputFiles, '.css').text);
  const stylesheet = await removeUnusedCss(style, await readSources());
  const scriptPath = `assets/${basename(script.path)}`;
  const loader = await buildLoader(`${basePath}/${scriptPath}`, script.contents);

  const assets = [scriptPath];
  const previous = await readPreviousReleases(directory, assets);
  const compressed = isDevelopment ? [] : await compress(scriptPath, script.contents);
  const manifest = { script: scriptPath, assets, previousReleases: previous.releases };
  const files = [
    [scriptPath, script.contents],
    ...compressed,
    ['loader.js', loader],
    ['main.css', Buffer.from(stylesheet)],
    ['manifest.json', Buffer.from(JSON.stringify(manifest))],
  ] as const;
  await replaceFiles(directory, new Map([...previous.files, ...files]));
  return [...bundledFiles, ...styleFiles];
}

/** Minifies the stylesheet, which removeUnusedCss requires, also for development. */
async function minifyCss(css: string): Promise<string> {
  const options = { loader: 'css', minify: true, target: browserTarget } as const;
  return (await transform(css, options)).code;
}

/** Returns the compressed files beside a file. */
async function compress(path: string, content: Uint8Array) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content),
  ]);
  return [
    [`${path}.br`, br],
    [`${path}.gz`, gz],
  ] as const;
}

/** Reads the files of the client that contain the names of its classes. */
async function readSources(): Promise<string[]> {
  const directory = join(projectDirectory, 'client');
  const names = await readdir(directory, { recursive: true });
  const files = names.filter((name) => /\.tsx?$/.test(name));
  return Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
}

async function buildLoader(scriptUrl: string, script: Uint8Array): Promise<Uint8Array> {
  const hash = createHash('sha256').update(script).digest('base64');
  const { outputFiles } = await build({
    ...options,
    entryPoints: ['client/loader.ts'],
    format: 'iife',
    define: {
      scriptUrl: JSON.stringify(scriptUrl),
      scriptIntegrity: JSON.stringify(`sha256-${hash}`),
    },
  });
  return Buffer.from(findOutput(outputFiles, '').text.trim());
}

function findOutput(outputFiles: readonly OutputFile[], extension: string): OutputFile {
  const [output, ...others] = outputFiles.filter(({ path }) => path.endsWith(extension));
  if (!output || others.length > 0) {
    throw new Error(`${extension}: expected one output file of the bundle.`);
  }
  return output;
}
