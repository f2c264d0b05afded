import type { BundledPackage } from './bundledPackages.ts';

/** Returns the text of `THIRD-PARTY-LICENSES.txt`. */
export function formatLicenses(packages: readonly BundledPackage[]): string {
  const sections = packages.map(({ name, version, license, notices }) =>
    [`${name} ${version} (${license})`, ...notices].join('\n\n'),
  );
  const introduction = 'The page and the host contain code of the following packages.';
  return `${[introduction, ...sections].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

export interface SbomOptions {
  name: string;
  version: string;
  /** The packages of `package-lock.json`, by directory. */
  lockedPackages: Readonly<Record<string, { integrity?: string }>>;
}

/**
 * Creates a CycloneDX 1.6 document of the packages. It contains no date, so that the same source results
 * in the same file.
 */
export function createSbom(
  packages: readonly BundledPackage[],
  { name, version, lockedPackages }: SbomOptions,
) {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
    components: packages.map((it) => {
      const purl = `pkg:npm/${it.name.replace('@', '%40')}@${it.version}`;
      return {
        type: 'library',
        'bom-ref': purl,
        name: it.name,
        version: it.version,
        purl,
        licenses: [{ license: { id: it.license } }],
        hashes: createHashes(lockedPackages[it.directory]?.integrity),
      };
    }),
  };
}

function createHashes(integrity = '') {
  const prefix = 'sha512-';
  if (!integrity.startsWith(prefix)) return [];

  const digest = Buffer.from(integrity.slice(prefix.length), 'base64');
  return [{ alg: 'SHA-512', content: digest.toString('hex') }];
}
