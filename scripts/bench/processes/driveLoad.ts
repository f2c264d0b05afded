import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cores, pinToCore } from './startServer.ts';
import { withResources } from './withResources.ts';

export interface LoadRequest {
  headers: Readonly<Record<string, string>>;
  /** The ASCII text of a POST; a GET is sent without it. */
  body?: string;
}

/**
 * Repeats one request on 32 keep-alive connections with `wrk`, each time as soon as the previous response has
 * ended.
 * @returns responses per second, 99 % of the latencies as text, how many responses had an error status, and the
 * errors of connections, '' for none
 */
export function driveLoad(url: string, { headers, body }: LoadRequest, seconds: number) {
  return withResources(async (_use, directory) => {
    const script = join(directory, 'request.lua');
    const post = `wrk.method = "POST"\nwrk.body = ${JSON.stringify(body)}\n`;
    writeFileSync(script, body === undefined ? '' : post);
    const headerArgs = Object.entries(headers).flatMap(([name, value]) => [
      '-H',
      `${name}: ${value}`,
    ]);
    const args = ['-t1', '-c32', `-d${seconds}s`, '--latency', '-s', script, ...headerArgs, url];
    const { stdout } = await promisify(execFile)(...pinToCore(cores.load, 'wrk', args));
    return {
      rate: Number(/^Requests\/sec:\s+([\d.]+)/m.exec(stdout)?.[1]),
      p99: /^\s*99%\s+(\S+)/m.exec(stdout)?.[1],
      errorCount: Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0),
      connectionErrors: /Socket errors.*/.exec(stdout)?.[0] ?? '',
    };
  });
}
