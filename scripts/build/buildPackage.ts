import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import manifest from '../../package.json' with { type: 'json' };
import { nodeBundleOptions } from './buildHost.ts';
import { findBundledPackages, listBundledFiles } from './bundledPackages.ts';
import { formatLicenses } from './describePackages.ts';
import { nodeArguments } from './nodeArguments.ts';
import { createPackagedModulesPlugin } from './packagedModulesPlugin.ts';
import { projectDirectory } from './paths.ts';

/** The entry points of the test helper, by their name in the package. */
const helpers = {
  testing: 'forTester',
  'testing/playwright': 'playwrightFixtures',
  'testing/vitest': 'vitestFixtures',
};

/** The files that are copied into the package, from their path in the project to that in the package. */
const copies = {
  'node_modules/.cache/types/contract': 'types/contract',
  'node_modules/.cache/types/mock-api': 'types/mock-api',
  'openapi.d.ts': 'types/openapi.d.ts',
  'mock-api/data.schema.json': 'bin/data.schema.json',
  'mock-api/data.yaml': 'bin/data.yaml',
  'mock-api/testing/README.md': 'README.md',
  'openapi.yaml': 'openapi.yaml',
  LICENSE: 'LICENSE',
};

/**
 * Writes the npm package of the mock, the observer, the verifier and the test helper. It has no dependencies: the
 * files of the commands contain their libraries.
 * @throws for a bundled package that may not be distributed as it is
 */
export async function buildPackage(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });

  // The same compiler as that of `npm run typecheck`, which keeps its cache valid.
  const tsc = nodeArguments('tsc --build mock-api');
  await promisify(execFile)(process.execPath, tsc, { cwd: projectDirectory });
  for (const [source, target] of Object.entries(copies)) {
    await cp(join(projectDirectory, source), join(directory, target), { recursive: true });
  }

  const files = await bundleCommands(join(directory, 'bin'));
  await bundleHelpers(join(directory, 'testing'));

  const write = (path: string, text: string, mode?: number) =>
    writeFile(join(directory, path), text, { mode });
  await write('THIRD-PARTY-LICENSES.txt', formatLicenses(findBundledPackages(files)));
  await write('bin/mock.js', start, 0o755);
  await write('package.json', `${JSON.stringify(createManifest(), null, 2)}\n`);
  await write('types/package.json', `${JSON.stringify(typesManifest, null, 2)}\n`);
}

/**
 * The beginning of a command, a file that checks the version of Node.js before it loads the bundle: an older version
 * would report a missing export of the bundle before any of its statements runs.
 */
const start = `#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number);
const [command] = process.argv.slice(2);
if (major > 22 || (major === 22 && minor >= 15)) {
  const isOther = ['observe', 'verify'].includes(command);
  if (isOther) process.argv.splice(2, 1);
  // In a container, servers are reached from outside.
  const host = process.env.MOCK_HOST;
  if (host && command !== 'verify') process.argv.splice(2, 0, '--host', host);
  await import(isOther ? \`./\${command}.js\` : './server.js');
} else {
  console.error(\`Node.js: expected version 22.15 or later, got \${process.versions.node}.\`);
  process.exitCode = 1;
}
`;

/**
 * Bundles the commands and the scripts of the console.
 * @returns the files that are bundled
 */
async function bundleCommands(outdir: string): Promise<string[]> {
  const { metafile } = await build({
    ...nodeBundleOptions,
    entryPoints: {
      server: 'scripts/mock.ts',
      observe: 'scripts/observe.ts',
      verify: 'scripts/verify.ts',
    },
    outdir,
    splitting: true,
    define: {
      'process.env.MOCK_COMMAND': '"npx subscriber-feedback"',
      'process.env.OBSERVE_COMMAND': '"npx subscriber-feedback observe"',
      'process.env.VERIFY_COMMAND': '"npx subscriber-feedback verify"',
    },
    plugins: [await createPackagedModulesPlugin()],
  });
  const { metafile: browserMetafile } = await build({
    absWorkingDir: projectDirectory,
    entryPoints: globSync('mock-api/*/browser/*.{ts,tsx}', { cwd: projectDirectory }),
    bundle: true,
    jsx: 'automatic',
    outdir: 'unused',
    write: false,
    metafile: true,
  });
  return [metafile, browserMetafile].flatMap(listBundledFiles);
}

/** Writes ES modules and, for runners such as Jest, CommonJS. */
async function bundleHelpers(outdir: string): Promise<void> {
  for (const [format, extension] of Object.entries(helperFormats)) {
    await build({
      absWorkingDir: projectDirectory,
      entryPoints: Object.values(helpers).map((name) => `mock-api/testing/${name}.ts`),
      outdir,
      bundle: true,
      format: format as 'esm' | 'cjs',
      outExtension: { '.js': extension },
      platform: 'node',
      target: 'node22',
      logLevel: 'warning',
      plugins: [createSharedHelperPlugin(extension)],
    });
  }
}

const helperFormats = { esm: '.js', cjs: '.cjs' };

/**
 * Keeps the test helper a file of its own in the bundles of the fixtures, so that all of them throw the same
 * `MockError`.
 */
function createSharedHelperPlugin(extension: string): Plugin {
  return {
    name: 'shared-helper',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/forTester\.ts$/ }, () => ({
        path: `./forTester${extension}`,
        external: true,
      }));
    },
  };
}

/** The `package.json` of the types. It has no module type, so that they apply to CommonJS, too. */
const typesManifest = {
  imports: {
    '#contract': { types: './contract/index.d.ts' },
    '#openapi': { types: './openapi.d.ts' },
  },
};

function createManifest() {
  const { name, version, license } = manifest;
  return {
    name,
    version,
    description:
      'The mock API of subscriber-feedback, its observer and verifier, and a helper for tests',
    license,
    type: 'module',
    engines: { node: '>=22.15' },
    bin: { [name]: 'bin/mock.js' },
    exports: Object.fromEntries(
      Object.entries(helpers).map(([path, file]) => [
        `./${path}`,
        {
          types: `./types/mock-api/testing/${file}.d.ts`,
          require: `./testing/${file}.cjs`,
          default: `./testing/${file}.js`,
        },
      ]),
    ),
  };
}
