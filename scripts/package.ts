import { packageDirectory } from './build/paths.ts';
import { runCommand } from './command/runCommand.ts';

const usage = `Usage: npm run package

Writes dist/package/: the mock API, the observer, the verifier and the test helper as an npm package
without dependencies. Create a file to install with: npm pack ./dist/package

Options:
  -h, --help    show this help`;

await runCommand({ usage }, async () => {
  const { buildPackage } = await import('./build/buildPackage.ts');
  await buildPackage(packageDirectory);
  console.log(`Wrote the package to ${packageDirectory}`);
});
