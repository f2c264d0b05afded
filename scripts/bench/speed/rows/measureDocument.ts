import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProxy, startNginx } from '../../peers/startProxy.ts';
import { type CapturedResponse, headerValue } from '../load/captureResponse.ts';
import { measureRates, type RoundOptions, rateUnit, type Target } from '../load/measureRates.ts';
import { startDocumentServers } from '../load/startDocumentServers.ts';
import { cores } from '../load/startServer.ts';
import type { Measurement } from '../measurement.ts';
import { type Defer, withCleanup } from '../withCleanup.ts';

/** Measures the feedback page's document, in the encoding that browsers get. */
export function measureDocument(options: RoundOptions): Promise<Measurement[]> {
  return withCleanup(async (defer) => {
    const { directory, document, targets } = await startDocumentServers(defer);
    const rates = await measureRates(
      {
        ...targets,
        nginx: await startNginxFile(directory, document, defer),
      },
      options,
    );
    const encoding = headerValue(document, 'content-encoding') ?? 'identity';
    return [
      {
        work: `document, ${rateUnit(options)} (${encoding}, ${document.body.length.toLocaleString('en')} bytes)`,
        value: rates.ours,
        peers: [
          { name: 'bare node:http', value: rates.bare, goal: { atLeast: 0.5 } },
          { name: 'Express, helmet, pino-http', value: rates.express, goal: { atLeast: 2 } },
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
  if (!findProxy('nginx')) return undefined;
  writeFileSync(join(directory, 'body'), body);
  const quote = (value: string) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
  const own = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  const contentType = headerValue({ headers }, 'content-type') ?? '';
  const nginx = await startNginx(
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
