import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { nodeArguments } from '../../scripts/build/nodeArguments.ts';

// WebKitGTK runs on Linux only, so its script starts a command of Linux.
const { 'test:webkit': _, ...portableScripts } = manifest.scripts;

const commandLines = Object.entries(portableScripts).flatMap(([name, line]) =>
  line.split(' && ').map((commandLine) => [name, commandLine] as const),
);

test.each(commandLines)('npm run %s: "%s" needs no shell of a particular system', (_, line) => {
  expect(line).not.toMatch(/['"`$*;|<>\\]|^\w+=/);
  if (line.startsWith('node ')) return;
  expect(nodeArguments(line)[0]).toMatch(/node_modules/);
});

const nodePackages = Object.keys(manifest.optionalDependencies);

test.each(nodePackages)('npm does not install %s on a system without glibc', (name) => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  expect(packages[`node_modules/${name}`].libc).toEqual(['glibc']);
});

test.runIf(nodePackages.includes(`node-${process.platform}-${process.arch}`))(
  'npm scripts run the Node.js that npm has installed',
  () => {
    const version = execFileSync('npm', ['exec', '-c', 'node -p process.versions.node']);
    expect(Object.values(manifest.optionalDependencies)).toContain(version.toString().trim());
  },
);
