import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

interface BrowserAsset {
  mediaType: string;
  body: string;
}

/** By path below `/mock/`. */
export type BrowserAssets = ReadonlyMap<string, BrowserAsset>;

const scripts = {
  'console.js': 'browser/main.ts',
  'docs/start.js': 'browser/apiReference.ts',
  'captcha/enterprise.js': '../captcha/browser/captchaStandIn.ts',
  'captcha/challengeFrame.js': '../captcha/browser/challengeFrame.ts',
};

const staticFiles = {
  'console.css': ['console.css', 'text/css'],
  'captcha/bframe': ['../captcha/challengeFrame.html', 'text/html'],
  'captcha/challengeFrame.css': ['../captcha/challengeFrame.css', 'text/css'],
} as const;

/** Bundles the browser scripts of the console and the captcha, and reads their static files. */
export async function buildBrowserAssets(): Promise<BrowserAssets> {
  const bundled = Object.entries(scripts).map(async ([path, source]) => {
    return [path, { mediaType: 'text/javascript', body: await bundle(source) }] as const;
  });
  const read = Object.entries(staticFiles).map(async ([path, [source, mediaType]]) => {
    return [path, { mediaType, body: await readFile(resolve(source), 'utf8') }] as const;
  });
  return new Map<string, BrowserAsset>(await Promise.all([...bundled, ...read]));
}

async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [resolve(source)],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

function resolve(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
