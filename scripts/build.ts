import { distDirectory } from './build/paths.ts';
import { runCommand } from './command/runCommand.ts';

const usage = `Usage: npm run build

Writes dist/: the client, the host as a single file without dependencies, the licences of the packages
in both, and a bill of materials (SBOM).

Options:
  -h, --help    show this help`;

await runCommand({ usage }, async () => {
  const { buildRelease } = await import('./build/buildRelease.ts');
  await buildRelease();
  console.log(`Built the client and the host into ${distDirectory}`);
});
