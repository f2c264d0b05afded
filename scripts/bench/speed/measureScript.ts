import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { basePath } from '../../../client/routes.ts';
import { clientDirectory } from '../../build/paths.ts';
import { installPackages } from '../processes/installPackages.ts';
import { startBuiltHost } from '../processes/startBuiltHost.ts';
import { cores } from '../processes/startServer.ts';
import { withResources } from '../processes/withResources.ts';
import { measureRates, type RoundOptions } from './measureRates.ts';
import { compare, type Row } from './report.ts';
import { startPeer } from './servers.ts';

/** Measures the main script, compressed with brotli. */
export function measureScript(options: RoundOptions): Promise<Row[]> {
  return withResources(async (use, directory) => {
    const manifest = readFileSync(join(clientDirectory, 'manifest.json'), 'utf8');
    const { script }: { script: string } = JSON.parse(manifest);
    const { length } = readFileSync(join(clientDirectory, `${script}.br`));
    const path = `/${basename(script)}`;
    const env = {
      DIRECTORY: join(clientDirectory, 'assets'),
      PEER_MODULES: await installPackages('sirv@3.0.2'),
    };
    const host = use(await startBuiltHost({ directory, core: cores.server }));
    const express = use(await startPeer('expressStatic', { env, path }));
    const sirv = use(await startPeer('sirv', { env, path }));
    const rates = await measureRates(
      {
        ours: `${host.url}${basePath}/${script}`,
        // It does not negotiate encodings, so it is asked for the compressed file itself.
        express: `${express.url}${path}.br`,
        sirv: sirv.url + path,
      },
      options,
    );
    return compare(`script, requests/s (${length.toLocaleString('en')} bytes)`, rates.ours, [
      { name: 'express.static, the .br file', value: rates.express },
      { name: 'sirv', value: rates.sirv },
    ]);
  });
}
