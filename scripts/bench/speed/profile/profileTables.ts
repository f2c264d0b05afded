import { startDocumentServers } from '../load/startDocumentServers.ts';
import { startProxyServers } from '../load/startProxyServers.ts';
import type { Table } from '../report.ts';
import { type Profile, profileServers } from './profileServers.ts';

/** Smaller parts are added up, in microseconds for each request. */
const smallestListed = 0.5;

/** Profiles the document and the proxied brief, ours and the peers', and returns a table for each. */
export async function profileTables(seconds: number): Promise<Table[]> {
  const document = await profileServers(startDocumentServers, seconds);
  const proxy = await profileServers(startProxyServers, seconds);
  return [
    createTable('document, µs/request', {
      ours: document.ours,
      'bare node:http': document.bare,
      'Express, helmet, pino-http': document.express,
    }),
    createTable('proxied brief, µs/request', {
      ours: proxy.ours,
      'bare keep-alive proxy': proxy.bare,
      'http-proxy-middleware alone': proxy.middleware,
    }),
  ];
}

/** Returns a row for each part of the programs, the one that takes most of our time first. */
function createTable(title: string, profiles: Record<string, Profile>): Table {
  const all = Object.values(profiles);
  const largest = (part: string) => Math.max(...all.map((profile) => profile.get(part) ?? 0));
  const listed = [...new Set(all.flatMap((profile) => [...profile.keys()]))]
    .filter((part) => largest(part) >= smallestListed)
    .sort((a, b) => (all[0]?.get(b) ?? 0) - (all[0]?.get(a) ?? 0) || largest(b) - largest(a));
  const cells = (read: (profile: Profile) => number) =>
    all.map((profile) => formatTime(read(profile)));
  const sum = (profile: Profile, parts: Iterable<string>) =>
    [...parts].reduce((total, part) => total + (profile.get(part) ?? 0), 0);
  return {
    titles: [title, ...Object.keys(profiles)],
    rows: [
      ...listed.map((part) => [part, ...cells((profile) => profile.get(part) ?? 0)]),
      ['others', ...cells((profile) => sum(profile, profile.keys()) - sum(profile, listed))],
      ['together', ...cells((profile) => sum(profile, profile.keys()))],
    ],
  };
}

function formatTime(microseconds: number): string {
  return microseconds < 0.05 ? '–' : microseconds.toFixed(1);
}
