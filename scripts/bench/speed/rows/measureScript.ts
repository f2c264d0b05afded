import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { basePath } from '../../../../client/routes.ts';
import { clientDirectory } from '../../../build/paths.ts';
import { installPackages } from '../../peers/installPackages.ts';
import { measureRates, type RoundOptions, rateUnit } from '../load/measureRates.ts';
import { startBuiltHost } from '../load/startBuiltHost.ts';
import { startServer } from '../load/startServer.ts';
import type { Measurement } from '../measurement.ts';
import { withCleanup } from '../withCleanup.ts';

const sirvPackage = 'sirv@3.0.2';

/** Measures the main script, compressed with brotli. */
export function measureScript(options: RoundOptions): Promise<Measurement[]> {
  return withCleanup(async (defer) => {
    const directory = mkdtempSync(join(tmpdir(), 'speed-script-'));
    defer(() => rmSync(directory, { recursive: true }));
    const manifest = readFileSync(join(clientDirectory, 'manifest.json'), 'utf8');
    const { script }: { script: string } = JSON.parse(manifest);
    const { length } = readFileSync(join(clientDirectory, `${script}.br`));
    const path = `/${basename(script)}`;

    const host = await startBuiltHost(join(directory, 'host.log'));
    defer(host.stop);
    const start = async (url: string, env: Record<string, string>) => {
      const file = join(import.meta.dirname, '../servers/staticFiles.ts');
      const server = await startServer({
        file,
        env: { DIRECTORY: join(clientDirectory, 'assets'), ...env },
        path,
      });
      defer(server.stop);
      return { url: server.url + url, pid: server.pid };
    };
    const rates = await measureRates(
      {
        ours: { url: `${host.url}${basePath}/${script}`, pid: host.pid },
        // It does not negotiate encodings, so it is asked for the compressed file itself.
        express: await start(`${path}.br`, {}),
        sirv: await start(path, { PEER_MODULES: await installPackages(sirvPackage) }),
      },
      options,
    );
    return [
      {
        work: `script, ${rateUnit(options)} (br, ${length.toLocaleString('en')} bytes)`,
        value: rates.ours,
        peers: [
          { name: 'express.static, the .br file', value: rates.express },
          { name: 'sirv', value: rates.sirv },
        ],
      },
    ];
  });
}
