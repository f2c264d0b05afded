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
 * @returns responses per second
 * @throws if a response has an error status, or a connection fails
 */
export function driveLoad(url: string, { headers, body }: LoadRequest, seconds: number) {
  return withResources(async (_use, directory) => {
    const script = join(directory, 'request.lua');
    const post = `wrk.method = "POST"\nwrk.body = ${JSON.stringify(body)}\n`;
    writeFileSync(script, body === undefined ? '' : post);
    const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const args = ['-t1', '-c32', `-d${seconds}s`, '-s', script, ...fields, url];
    const { stdout } = await promisify(execFile)(...pinToCore(cores.load, 'wrk', args));
    const [errors] = /Non-2xx.*|Socket errors.*/.exec(stdout) ?? [];
    if (errors !== undefined) throw new Error(`${url}: ${errors}`);
    return Number(/^Requests\/sec:\s+([\d.]+)/m.exec(stdout)?.[1]);
  });
}
