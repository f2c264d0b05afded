import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { buildClient } from './build/buildClient.ts';
import { buildHost } from './build/buildHost.ts';
import { findBundledPackages, LicenseError } from './build/bundledPackages.ts';
import { createSbom, formatLicenses } from './build/describePackages.ts';
import { distDirectory, projectDirectory } from './paths.ts';

try {
  const files = (await Promise.all([buildClient(), buildHost()])).flat();
  const packages = findBundledPackages(files);
  const { name, version } = manifest;
  const lock = JSON.parse(await readFile(join(projectDirectory, 'package-lock.json'), 'utf8'));
  const sbom = createSbom(packages, { name, version, lockedPackages: lock.packages });
  await mkdir(distDirectory, { recursive: true });
  await writeFile(join(distDirectory, 'THIRD-PARTY-LICENSES.txt'), formatLicenses(packages));
  await writeFile(join(distDirectory, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
  console.log(`Built the client and the host into ${distDirectory}`);
} catch (error) {
  if (!(error instanceof LicenseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
