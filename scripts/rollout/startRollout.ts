import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basePath } from '../../client/routes.ts';
import { parseConfig } from '../../server/config/config.ts';
import { loadClientFiles } from '../../server/page/clientFiles.ts';
import { type Host, startHost } from '../../server/startHost.ts';
import { buildClient } from '../build/buildClient.ts';
import type { Random } from '../fuzz/random.ts';
import { developmentDefaults } from '../stack/developmentDefaults.ts';
import { listenLocally } from '../stack/listenLocally.ts';
import { type BalancedUnit, startRandomBalancer } from './startRandomBalancer.ts';

export interface Rollout {
  /** An instance of the release that is being replaced. */
  previous: Host;
  /** An instance of the release that replaces it. */
  next: Host;
  /** Starts a balancer in front of both and returns the URL of a feedback page behind it. */
  balance(unit: BalancedUnit, random: Random): Promise<string>;
  close(): Promise<void>;
}

/**
 * Builds two releases of the client that differ in their script, the second over the first as
 * `npm run build` does, and starts an instance of each.
 * @param builtClient a directory with a built client, which is the first release instead of another build
 */
export async function startRollout(builtClient?: string): Promise<Rollout> {
  const directory = mkdtempSync(join(tmpdir(), 'rollout-'));
  const backend = await listenLocally(
    createServer((_req, res) => {
      res.setHeader('Content-Type', 'application/json');
      res.end('{"name":"daily","fullName":"The Daily"}');
    }),
  );
  const config = parseConfig(
    developmentDefaults({
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      BACKEND_URL: backend.url,
      RECAPTCHA_SITE_KEY: 'rollout',
    }),
  );
  const buildRelease = (release: string) =>
    buildClient({ directory, footer: `globalThis.release = '${release}';` });
  const startRelease = () => startHost(config, loadClientFiles(directory));
  if (builtClient) cpSync(builtClient, directory, { recursive: true });
  else await buildRelease('previous');
  const previous = await startRelease();
  await buildRelease('next');
  const next = await startRelease();
  rmSync(directory, { recursive: true });
  const closables: { close(): Promise<void> }[] = [previous, next, backend];
  return {
    previous,
    next,
    balance: async (unit, random) => {
      const balancer = await startRandomBalancer([previous.port, next.port], random, unit);
      closables.unshift(balancer);
      return `${balancer.url}${basePath}/3141592/daily/contact`;
    },
    close: async () => {
      for (const closable of closables) await closable.close();
    },
  };
}
