import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { projectDirectory } from './paths.ts';

export interface BundledPackage {
  name: string;
  version: string;
  /** The SPDX id of the licence. */
  license: string;
  /** The texts of the licence and notice files. */
  notices: readonly string[];
  /** The directory relative to the project, such as `node_modules/react`. */
  directory: string;
}

/** The licences that allow a bundle to be distributed with nothing but their notices. */
const allowedLicenses = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** Lists the files whose code is in a bundle, by paths relative to the project. */
export function listBundledFiles({ outputs }: Metafile): string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((path) => inputs[path]?.bytesInOutput),
  );
}

/**
 * Finds the packages that these files belong to, by name and version.
 * @throws for a package without a licence file or with a licence that is not allowed
 */
export function findBundledPackages(
  files: Iterable<string>,
  project = projectDirectory,
): BundledPackage[] {
  const directories = new Set<string>();
  for (const file of files) {
    const match = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file);
    if (match) directories.add(match[0]);
  }
  const packages = [...directories].map((directory) => readPackage(project, directory));

  const problems = packages.flatMap(findProblems);
  if (problems.length > 0) throw new Error(['Bundled packages:', ...problems].join('\n  - '));

  const byId = new Map(packages.map((it) => [`${it.name}@${it.version}`, it]));
  return [...byId.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readPackage(project: string, directory: string): BundledPackage {
  const absolute = join(project, directory);
  const { name, version, license } = JSON.parse(
    readFileSync(join(absolute, 'package.json'), 'utf8'),
  );
  const notices = readdirSync(absolute, { withFileTypes: true })
    .filter((it) => it.isFile() && /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(it.name))
    .map(({ name }) => readFileSync(join(absolute, name), 'utf8').trim());
  return { name, version, license, notices, directory };
}

function findProblems({ name, version, license, notices, directory }: BundledPackage): string[] {
  const problems: string[] = [];
  if (!allowedLicenses.includes(license)) {
    problems.push(
      `${name}@${version}: expected a licence of allowedLicenses in scripts/build/bundledPackages.ts (${allowedLicenses.join(', ')}), got ${JSON.stringify(license) ?? 'none'}`,
    );
  }
  if (notices.length === 0) {
    problems.push(`${name}@${version}: expected a licence file in ${directory}, found none`);
  }
  return problems;
}
