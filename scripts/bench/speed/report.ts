import { availableParallelism, cpus } from 'node:os';
import { findProxy } from '../peers/startProxy.ts';
import { pinningTool } from '../pinToCore.ts';
import { loadGenerator } from './load/generateLoad.ts';
import type { RoundOptions } from './load/measureRates.ts';

export interface Table {
  titles: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Describes the conditions in one line. */
export function describeRun({ rounds, seconds }: RoundOptions): string {
  const model = cpus()[0]?.model.trim() || 'unknown CPU';
  return [
    `${model}, ${availableParallelism()} cores`,
    `Node.js ${process.versions.node}`,
    `load from ${loadGenerator} with 32 connections`,
    pinningTool ? 'server and load each pinned to a core' : 'not pinned to cores',
    findProxy('nginx') ? undefined : 'nginx is missing',
    `median of ${rounds} rounds of ${seconds} s`,
  ]
    .filter((part) => part !== undefined)
    .join('; ');
}

/** Returns a table as aligned text. */
export function formatTable({ titles, rows }: Table): string {
  const lines = [titles, ...rows];
  const widths = titles.map((_, column) =>
    Math.max(...lines.map((row) => row[column]?.length ?? 0)),
  );
  const format = (row: readonly string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return lines.map((row) => format(row).trimEnd()).join('\n');
}

/** Returns the page docs/performance.md. */
export function createPage(figures: Table, profiles: readonly Table[], conditions: string): string {
  const date = new Date().toISOString().slice(0, 10);
  return `# Performance

Written by \`npm run bench -- speed --write\` on ${date}.
${conditions}.

Every server is a process of its own with one worker. Those of a row are measured in turns, and a figure is the
median of all rounds. The ratio is ours divided by the peer's.

${toMarkdown(figures)}

- **bare node:http** writes the bytes and the headers of our response from memory; the host also logs every
  request to a file.
- **Express, helmet, pino-http** sends the same body with \`res.send\` and logs to a file.
- **nginx** serves the same body and headers as a static file, or forwards to the same backend with keep-alive
  connections.
- **Received** bytes include headers and are counted by Chromium. **React DOM alone** is minified, compressed
  with brotli, and has no headers.
- **A slow phone** is Chromium with 1.6 Mbit/s down, 750 kbit/s up, 150 ms latency and a four times slower CPU.
  The peer is the same document without scripts, with its stylesheet in a linked file; no document can be
  painted before one of a single word.

## Where the time goes

The CPU time of a request with \`node --cpu-prof\`, which itself takes time, so the sums are larger than the
rates above. System calls are mostly the writes of the response, of the request to the backend, and of the log.
A package is listed under its name and our own code under its folder.

${profiles.map(toMarkdown).join('\n\n')}
`;
}

function toMarkdown({ titles, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [titles, titles.map(() => '---'), ...rows].map(line).join('\n');
}
