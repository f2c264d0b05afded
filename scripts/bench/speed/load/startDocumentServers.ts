import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages } from '../../peers/installPackages.ts';
import type { Defer } from '../withCleanup.ts';
import { type CapturedResponse, captureResponse } from './captureResponse.ts';
import type { Target } from './measureRates.ts';
import { feedbackPath, startBuiltHost } from './startBuiltHost.ts';
import { type NodeOptions, noOptions, startServer } from './startServer.ts';

const servers = join(import.meta.dirname, '../servers');

/**
 * Starts the built host, and two servers that send the same document: bare `node:http`, and Express as it is
 * usually set up.
 * @param nodeOptions by the name of the server
 */
export async function startDocumentServers(
  defer: Defer,
  nodeOptions: NodeOptions<'ours' | 'bare' | 'express'> = noOptions,
) {
  const directory = mkdtempSync(join(tmpdir(), 'speed-document-'));
  defer(() => rmSync(directory, { recursive: true }));
  const host = await startBuiltHost(join(directory, 'host.log'), {
    nodeOptions: nodeOptions('ours'),
  });
  defer(host.stop);
  const ours: Target = { url: host.url + feedbackPath, pid: host.pid };
  const document: CapturedResponse = await captureResponse(ours.url);

  const RESPONSE_FILE = join(directory, 'response.json');
  const body = document.body.toString('base64');
  writeFileSync(RESPONSE_FILE, JSON.stringify({ headers: document.headers, body }));
  const bare = await startServer({
    file: join(servers, 'sendCaptured.ts'),
    env: { RESPONSE_FILE },
    nodeOptions: nodeOptions('bare'),
  });
  defer(bare.stop);
  const express = await startServer({
    file: join(servers, 'expressDocument.ts'),
    env: {
      RESPONSE_FILE,
      LOG_FILE: join(directory, 'express.log'),
      PEER_MODULES: await installPackages('helmet@8.3.0', 'pino-http@11.0.0'),
    },
    nodeOptions: nodeOptions('express'),
  });
  defer(express.stop);
  return { directory, document, targets: { ours, bare, express } };
}
