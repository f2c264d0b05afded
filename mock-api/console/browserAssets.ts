import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

interface BrowserAsset {
  mediaType: string;
  body: string;
}

const require = createRequire(import.meta.url);

const scripts = {
  'console.js': 'browser/main.tsx',
  'docs/start.js': 'browser/apiReference.ts',
  'captcha/enterprise.js': '../captcha/browser/captchaStandIn.ts',
  'captcha/challengeFrame.js': '../captcha/browser/challengeFrame.ts',
};

const staticFiles = {
  '': ['browser/console.html', 'text/html'],
  'favicon.svg': ['browser/favicon.svg', 'image/svg+xml'],
  'console.css': ['browser/console.css', 'text/css'],
  'bootstrap.css': [require.resolve('bootstrap/dist/css/bootstrap.min.css'), 'text/css'],
  'captcha/bframe': ['../captcha/challengeFrame.html', 'text/html'],
  'captcha/challengeFrame.css': ['../captcha/challengeFrame.css', 'text/css'],
} as const;

const sources = new Map<string, () => Promise<BrowserAsset>>([
  ...Object.entries(scripts).map(
    ([path, source]) =>
      [path, async () => ({ mediaType: 'text/javascript', body: await bundle(source) })] as const,
  ),
  ...Object.entries(staticFiles).map(
    ([path, [source, mediaType]]) =>
      [path, async () => ({ mediaType, body: await readFile(resolve(source), 'utf8') })] as const,
  ),
]);

/** The paths below `/mock/`. */
export const browserAssetPaths = [...sources.keys()];

const built = new Map<string, Promise<BrowserAsset>>();

/**
 * The script or file of the console or the captcha with this path below `/mock/`, if there is one. It is
 * built on the first request, once per process, so that starting a mock costs nothing.
 */
export function findBrowserAsset(path: string): Promise<BrowserAsset> | undefined {
  const asset = built.get(path) ?? sources.get(path)?.();
  if (asset) built.set(path, asset);
  return asset;
}

async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [resolve(source)],
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
  return outputFiles[0]?.text ?? '';
}

/** The absolute path of a file beside this one. */
function resolve(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
