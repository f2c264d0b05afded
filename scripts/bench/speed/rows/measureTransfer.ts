import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { projectDirectory } from '../../../build/paths.ts';
import { startBrowser, startPage } from '../browser/startPage.ts';
import { visit } from '../browser/visit.ts';
import type { Measurement } from '../measurement.ts';
import { withCleanup } from '../withCleanup.ts';

/** Counts what Chromium receives, headers included, until the form of the feedback page can be used. */
export function measureTransfer(): Promise<Measurement[]> {
  return withCleanup(async (defer) => {
    const { feedbackUrl } = await startPage(defer);
    const { transfers } = await visit(await startBrowser(defer), feedbackUrl);
    const bytes = transfers.reduce((sum, transfer) => sum + transfer.bytes, 0);
    for (const transfer of transfers) console.log(`  ${transfer.bytes} bytes  ${transfer.path}`);
    return [
      {
        work: 'received until the form can be used, kB',
        value: bytes / 1000,
        goal: { atMost: 102 },
        peers: [{ name: 'React DOM alone', value: (await measureReactDom()) / 1000 }],
      },
      {
        work: 'requests until the form can be used',
        value: transfers.length,
        goal: { atMost: 3 },
      },
    ];
  });
}

/** The size of React DOM in bytes, minified and compressed with brotli. */
async function measureReactDom(): Promise<number> {
  const {
    outputFiles: [script],
  } = await build({
    stdin: {
      contents: "import { hydrateRoot } from 'react-dom/client'; globalThis.start = hydrateRoot;",
      resolveDir: projectDirectory,
    },
    bundle: true,
    minify: true,
    format: 'esm',
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  if (!script) throw new Error('esbuild returned no file.');
  return brotliCompressSync(script.contents).length;
}
