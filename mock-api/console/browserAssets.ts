import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);

/** The media type and the source file of each asset, by path below `/mock/`. */
const sources = {
  '': ['text/html', './browser/console.html'],
  'console.js': ['text/javascript', './browser/main.tsx'],
  'console.css': ['text/css', './browser/console.css'],
  'bootstrap.css': ['text/css', 'bootstrap/dist/css/bootstrap.min.css'],
  'favicon.svg': ['image/svg+xml', './browser/favicon.svg'],
  'captcha/bframe': ['text/html', '../captcha/challengeFrame.html'],
  'captcha/challengeFrame.css': ['text/css', '../captcha/challengeFrame.css'],
  'captcha/challengeFrame.js': ['text/javascript', '../captcha/browser/challengeFrame.ts'],
  'captcha/enterprise.js': ['text/javascript', '../captcha/browser/captchaStandIn.ts'],
} as const;

export const browserAssetPaths = Object.keys(sources);

const built = new Map<string, Awaited<ReturnType<typeof load>>>();

/**
 * Returns the asset of the console or the captcha with this path below `/mock/`, if there is one. It is built on the
 * first request, so that a mock starts fast.
 */
export async function findBrowserAsset(path: string) {
  if (!Object.hasOwn(sources, path)) return undefined;
  const [mediaType, source] = sources[path as keyof typeof sources];
  const asset = built.get(path) ?? (await load(mediaType, require.resolve(source)));
  built.set(path, asset);
  return asset;
}

async function load(mediaType: string, file: string) {
  if (mediaType !== 'text/javascript') return { mediaType, body: await readFile(file, 'utf8') };
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'silent',
  });
  return { mediaType, body: outputFiles[0]?.text ?? '' };
}
