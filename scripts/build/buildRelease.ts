import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { buildClient } from './buildClient.ts';
import { buildHost } from './buildHost.ts';
import { findBundledPackages } from './bundledPackages.ts';
import { createSbom, formatLicenses } from './describePackages.ts';
import { distDirectory, projectDirectory } from './paths.ts';

/**
 * Writes a directory, by default `dist/`: the client, the host, `package.json`, `THIRD-PARTY-LICENSES.txt` and
 * `sbom.cdx.json`.
 * @throws for a bundled package that may not be distributed as it is
 */
export async function buildRelease(directory = distDirectory): Promise<void> {
  const [clientFiles, hostFiles] = await Promise.all([
    buildClient({ directory: join(directory, 'client') }),
    buildHost(directory),
  ]);
  const packages = findBundledPackages([...clientFiles, ...hostFiles]);
  const { name, version } = manifest;
  const lock = JSON.parse(await readFile(join(projectDirectory, 'package-lock.json'), 'utf8'));
  const sbom = createSbom(packages, { name, version, lockedPackages: lock.packages });
  await mkdir(directory, { recursive: true });
  // The type of server.js, which that of a directory above would otherwise decide.
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }\n');
  await writeFile(join(directory, 'THIRD-PARTY-LICENSES.txt'), formatLicenses(packages));
  await writeFile(join(directory, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
}
