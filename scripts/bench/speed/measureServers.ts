import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { basePath } from '../../../client/routes.ts';
import { clientDirectory } from '../../build/paths.ts';
import { installPackages } from '../processes/installPackages.ts';
import { feedbackPath, startBuiltHost } from '../processes/startBuiltHost.ts';
import { cores } from '../processes/startServer.ts';
import { withResources } from '../processes/withResources.ts';
import { acceptEncoding, compareRates, type RoundOptions } from './measureRates.ts';
import type { CapturedResponse } from './peerServers.ts';
import type { Row } from './report.ts';
import { startPeer } from './servers.ts';

/** Measures the feedback page's document, in the encoding that browsers get. */
export function measureDocument(options: RoundOptions): Promise<Row[]> {
  return withResources(async (use, directory) => {
    const host = use(await startBuiltHost({ directory, core: cores.server }));
    const { headers, body } = await captureResponse(host.url + feedbackPath);
    const RESPONSE_FILE = join(directory, 'response.json');
    const captured: CapturedResponse = { headers, body: body.toString('base64') };
    writeFileSync(RESPONSE_FILE, JSON.stringify(captured));
    const env = {
      RESPONSE_FILE,
      LOG_FILE: join(directory, 'express.log'),
      PEER_MODULES: await installPackages('helmet@8.3.0', 'pino-http@11.0.0'),
    };
    const bare = use(await startPeer('bareDocument', { env }));
    const express = use(await startPeer('expressDocument', { env }));
    return compareRates(
      `document, requests/s (${body.length.toLocaleString('en')} bytes)`,
      host.url + feedbackPath,
      [
        { name: 'bare node:http', url: bare.url, goal: { atLeast: 0.45 } },
        { name: 'Express, helmet, pino-http', url: express.url },
      ],
      options,
    );
  });
}

const connectionHeaders = /^(connection|keep-alive|date|transfer-encoding|content-length)$/;

/** Sends a GET request as a browser does, and keeps the bytes of the response. */
async function captureResponse(url: string) {
  const request = get(url, { agent: false, headers: { 'Accept-Encoding': acceptEncoding } });
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (!response) throw new Error(`${url}: no response`);
  const headers = Object.entries(response.headers as Record<string, string>);
  return {
    headers: headers.filter(([name]) => !connectionHeaders.test(name)),
    body: await buffer(response),
  };
}

/** Measures a brief that is forwarded from one backend process, which all proxies share. */
export function measureProxy(options: RoundOptions): Promise<Row[]> {
  return withResources(async (use, directory) => {
    const path = '/rest/subscriber-feedback/briefs/daily-harvest';
    const backend = use(await startPeer('brief', { core: cores.load }));
    const env = { BACKEND_URL: backend.url };
    const host = use(await startBuiltHost({ directory, env, core: cores.server }));
    const bare = use(await startPeer('bareProxy', { env }));
    const middleware = use(await startPeer('expressProxy', { env }));
    return compareRates(
      'proxied brief, requests/s',
      host.url + path,
      [
        { name: 'bare keep-alive proxy', url: bare.url + path },
        {
          name: 'http-proxy-middleware alone',
          url: middleware.url + path,
          goal: { atLeast: 0.61 },
        },
      ],
      options,
    );
  });
}

/** Measures the main script, compressed with brotli. */
export function measureScript(options: RoundOptions): Promise<Row[]> {
  return withResources(async (use, directory) => {
    const manifest = readFileSync(join(clientDirectory, 'manifest.json'), 'utf8');
    const { script }: { script: string } = JSON.parse(manifest);
    const { length } = readFileSync(join(clientDirectory, `${script}.br`));
    const env = { DIRECTORY: join(clientDirectory, 'assets') };
    const host = use(await startBuiltHost({ directory, core: cores.server }));
    const express = use(await startPeer('expressStatic', { env }));
    // It does not negotiate encodings, so it is asked for the compressed file itself.
    const compressed = `${express.url}/${basename(script)}.br`;
    return compareRates(
      `script, requests/s (${length.toLocaleString('en')} bytes)`,
      `${host.url}${basePath}/${script}`,
      [{ name: 'express.static, the .br file', url: compressed }],
      options,
    );
  });
}
