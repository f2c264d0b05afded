import { join } from 'node:path';
import { driveLoad } from './driveLoad.ts';
import { median, type Row } from './formatTable.ts';
import type { PeerServer } from './peerServer.ts';
import { feedbackPath, startBuiltHost } from './startBuiltHost.ts';
import { cores, startServer } from './startServer.ts';
import { withResources } from './withResources.ts';

export interface RoundOptions {
  rounds: number;
  /** The duration of each load, in seconds. */
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

/** Compares a brief that the host forwards from a backend with one that http-proxy-middleware alone forwards. */
export function measureBrief(options: RoundOptions): Promise<Row[]> {
  return withResources(async (use, directory) => {
    const path = '/rest/subscriber-feedback/briefs/daily-harvest';
    const backend = use(await startPeer('brief', '', cores.load));
    const host = use(await startBuiltHost({ directory, backendUrl: backend.url }));
    const library = use(await startPeer('proxy', backend.url));
    const [ours, value] = await measureInTurns([host.url + path, library.url + path], options);
    const peer = { name: 'http-proxy-middleware alone', value };
    return [{ work: 'proxied brief, requests/s', ours, peer, goal: { atLeast: 0.68 } }];
  });
}

/** Starts one of the servers of `peerServer.ts`. */
function startPeer(name: PeerServer, target: string, core?: number) {
  const file = join(import.meta.dirname, 'peerServer.ts');
  return startServer({ args: [file, name, target], core });
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
