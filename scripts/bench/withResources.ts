import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A function that registers a resource to be closed after the work, and returns it. */
type Use = <Resource extends { close(): unknown }>(resource: Resource) => Resource;

/**
 * Runs `work` with a temporary directory, then closes what it uses, the last first, even after an error.
 * @example await withResources(async (use) => use(await startServer(options)).url);
 */
export async function withResources<Result>(
  work: (use: Use, directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const used: { close(): unknown }[] = [];
  try {
    return await work((resource) => {
      used.push(resource);
      return resource;
    }, directory);
  } finally {
    for (const resource of used.reverse()) await resource.close();
    rmSync(directory, { recursive: true });
  }
}
