import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { installPackages } from '../processes/installPackages.ts';
import { feedbackPath, startBuiltHost } from '../processes/startBuiltHost.ts';
import { cores } from '../processes/startServer.ts';
import { withResources } from '../processes/withResources.ts';
import { acceptEncoding, measureRates, type RoundOptions } from './measureRates.ts';
import type { CapturedResponse } from './peerServers.ts';
import { compare, type Row } from './report.ts';
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
    const rates = await measureRates(
      {
        ours: host.url + feedbackPath,
        bare: bare.url,
        express: express.url,
      },
      options,
    );
    return compare(`document, requests/s (${body.length.toLocaleString('en')} bytes)`, rates.ours, [
      { name: 'bare node:http', value: rates.bare, goal: { atLeast: 0.5 } },
      { name: 'Express, helmet, pino-http', value: rates.express, goal: { atLeast: 2 } },
    ]);
  });
}

const connectionHeaders = [
  'connection',
  'keep-alive',
  'date',
  'transfer-encoding',
  'content-length',
];

/** Sends a GET request as a browser does, and keeps the bytes of the response. */
async function captureResponse(url: string) {
  const headers = { 'Accept-Encoding': acceptEncoding };
  return new Promise<{ headers: [string, string][]; body: Buffer }>((resolve, reject) => {
    const request = get(url, { agent: false, headers }, async (response) => {
      const pairs = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      resolve({
        headers: pairs.filter(([name]) => !connectionHeaders.includes(name)),
        body: await buffer(response),
      });
    });
    request.once('error', reject);
  });
}
