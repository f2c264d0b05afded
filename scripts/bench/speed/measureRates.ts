import { join } from 'node:path';
import { driveLoad } from '../processes/driveLoad.ts';
import { feedbackPath, startBuiltHost } from '../processes/startBuiltHost.ts';
import { cores, startServer } from '../processes/startServer.ts';
import { withResources } from '../processes/withResources.ts';
import { median, type Row } from './formatTable.ts';
import type { PeerName } from './peerServers.ts';

export interface RoundOptions {
  rounds: number;
  /** The duration of each load. */
  seconds: number;
}

/** Compares the feedback page's document, in the encoding that browsers get, with the same bytes from memory. */
export function measureDocument(options: RoundOptions): Promise<Row[]> {
  return withResources(async (use, directory) => {
    const host = use(await startBuiltHost({ directory }));
    const url = host.url + feedbackPath;
    const bare = use(await startPeer('copy', url));
    const [ours, value] = await measureInTurns([url, bare.url], options);
    const peer = { name: 'bare node:http', value };
    return [{ work: 'document, requests/s', ours, peer, goal: { atLeast: 0.45 } }];
  });
}

/** Compares a brief that is forwarded from a backend with one that the library alone forwards from it. */
export function measureBrief(options: RoundOptions): Promise<Row[]> {
  return withResources(async (use, directory) => {
    const path = '/rest/subscriber-feedback/briefs/daily-harvest';
    const { url: BACKEND_URL } = use(await startPeer('brief', '', cores.load));
    const env = { BACKEND_URL };
    const host = use(await startBuiltHost({ directory, env }));
    const library = use(await startPeer('proxy', BACKEND_URL));
    const [ours, value] = await measureInTurns([host.url + path, library.url + path], options);
    const peer = { name: 'http-proxy-middleware alone', value };
    return [{ work: 'proxied brief, requests/s', ours, peer, goal: { atLeast: 0.68 } }];
  });
}

/** Starts one of `peerServers.ts`. */
export function startPeer(name: PeerName, target: string, core?: number) {
  const file = join(import.meta.dirname, 'peerServers.ts');
  return startServer({ command: () => [process.execPath, file, name, target], core });
}

/** Loads two servers in turns, after a warm-up of each, and returns the medians of their responses per second. */
async function measureInTurns(
  urls: readonly [string, string],
  { rounds, seconds }: RoundOptions,
): Promise<[number, number]> {
  const [ours, peers]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    ours.push(await driveLoad(urls[0], seconds));
    peers.push(await driveLoad(urls[1], seconds));
  }
  return [median(ours.slice(1)), median(peers.slice(1))];
}
