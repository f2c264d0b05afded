import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export interface OwnFile {
  mediaType: string;
  body: string;
}

/** The files that the mock's own pages consist of, by path below `/mock/`. */
export type OwnFiles = ReadonlyMap<string, OwnFile>;

const SCRIPTS = {
  'captcha/enterprise.js': 'captcha/standIn.ts',
  'console.js': 'console/client.ts',
  'captcha/challengeFrame.js': 'captcha/challengeFrame.ts',
  'docs/start.js': 'reference/startReference.ts',
};

const COPIES = {
  'console.css': ['console/console.css', 'text/css'],
  'captcha/bframe': ['captcha/bframe.html', 'text/html'],
  'captcha/challengeFrame.css': ['captcha/challengeFrame.css', 'text/css'],
} as const;

/** Turns TypeScript into what a browser runs, and reads the rest as it is. */
export async function buildOwnFiles(): Promise<OwnFiles> {
  const scripts = Object.entries(SCRIPTS).map(async ([path, source]) => {
    const file = { mediaType: 'text/javascript', body: await bundle(source) };
    return [path, file] as const;
  });
  const copies = Object.entries(COPIES).map(async ([path, [source, mediaType]]) => {
    const file = { mediaType, body: await readFile(located(source), 'utf8') };
    return [path, file] as const;
  });
  return new Map<string, OwnFile>(await Promise.all([...scripts, ...copies]));
}

async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [located(source)],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

function located(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
