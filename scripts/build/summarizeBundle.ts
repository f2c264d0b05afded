import type { BundledFile } from './bundledPackages.ts';

/** The number of rows before the rest is summed up. */
const maxRows = 12;

/**
 * Sums up the minified size of a bundle by package and by folder of the project, the largest first.
 * @returns rows of a name and a size, such as `['react-dom', '209.4 kB']`
 */
export function summarizeBundle(files: readonly BundledFile[]): [name: string, size: string][] {
  const sizes = new Map<string, number>();
  for (const { path, bytes } of files) {
    const [, name = ''] =
      path.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/) ?? path.match(/^([^/]+\/[^/]+)/) ?? [];
    sizes.set(name, (sizes.get(name) ?? 0) + bytes);
  }
  const rows = [...sizes].sort(([, a], [, b]) => b - a);
  const rest = rows.splice(maxRows).reduce((sum, [, bytes]) => sum + bytes, 0);
  if (rest > 0) rows.push(['others', rest]);
  return rows.map(([name, bytes]) => [name, formatSize(bytes)]);
}

function formatSize(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
