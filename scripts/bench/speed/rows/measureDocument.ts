import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages } from '../../peers/installPackages.ts';
import { findNginx, runNginx } from '../../peers/runNginx.ts';
import { type CapturedResponse, captureResponse, headerValue } from '../load/captureResponse.ts';
import { measureRates, type RoundOptions, rateUnit, type Target } from '../load/measureRates.ts';
import { feedbackPath, startBuiltHost } from '../load/startBuiltHost.ts';
import { cores, startServer } from '../load/startServer.ts';
import type { Measurement } from '../measurement.ts';
import { type Defer, withCleanup } from '../withCleanup.ts';

/** Measures the feedback page's document, in the encoding that browsers get. */
export function measureDocument(options: RoundOptions): Promise<Measurement[]> {
  return withCleanup(async (defer) => {
    const directory = mkdtempSync(join(tmpdir(), 'speed-document-'));
    defer(() => rmSync(directory, { recursive: true }));
    const host = await startBuiltHost(join(directory, 'host.log'));
    defer(host.stop);
    const document = await captureResponse(host.url + feedbackPath);

    const encoding = headerValue(document, 'content-encoding') ?? 'identity';
    const responseFile = join(directory, 'response.json');
    const body = document.body.toString('base64');
    writeFileSync(responseFile, JSON.stringify({ headers: document.headers, body }));
    const bare = await startServer({
      file: join(import.meta.dirname, '../servers/sendCaptured.ts'),
      env: { RESPONSE_FILE: responseFile },
    });
    defer(bare.stop);
    const usual = await startServer({
      file: join(import.meta.dirname, '../servers/expressDocument.ts'),
      env: {
        RESPONSE_FILE: responseFile,
        LOG_FILE: join(directory, 'express.log'),
        PEER_MODULES: await installPackages('helmet@8.3.0', 'pino-http@11.0.0'),
      },
    });
    defer(usual.stop);

    const rates = await measureRates(
      {
        ours: { url: host.url + feedbackPath, pid: host.pid },
        bare,
        usual,
        nginx: await startNginxFile(directory, document, defer),
      },
      options,
    );
    return [
      {
        work: `document, ${rateUnit(options)} (${encoding}, ${document.body.length.toLocaleString('en')} bytes)`,
        value: rates.ours,
        peers: [
          { name: 'bare node:http', value: rates.bare, goal: { atLeast: 0.5 } },
          { name: 'Express, helmet, pino-http', value: rates.usual, goal: { atLeast: 2 } },
          { name: 'nginx, static file', value: rates.nginx },
        ],
      },
    ];
  });
}

/** Serves the same response with nginx, if it is installed. */
async function startNginxFile(
  directory: string,
  { headers, body }: CapturedResponse,
  defer: Defer,
): Promise<Target | undefined> {
  if (!findNginx()) return undefined;
  writeFileSync(join(directory, 'body'), body);
  const quote = (value: string) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
  const own = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  const contentType = headerValue({ headers }, 'content-type') ?? '';
  const nginx = await runNginx(
    {
      http: 'sendfile on; tcp_nopush on; open_file_cache max=16;',
      server: `location = /document {
        alias ${directory}/body;
        etag off;
        types {}
        default_type ${quote(contentType)};
        ${own.map(([name, value]) => `add_header ${name} ${quote(value)};`).join('\n        ')}
      }`,
    },
    cores.server,
  );
  defer(nginx.close);
  return { url: `http://127.0.0.1:${nginx.port}/document`, pid: nginx.pid };
}
