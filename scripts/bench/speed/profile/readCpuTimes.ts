import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface CallFrame {
  functionName: string;
  /** Empty for V8 and for functions in C++, which include system calls. */
  url: string;
  /** From 0. */
  lineNumber: number;
}

const ownScript = "the server's script";

/** The format of `node --cpu-prof`. */
interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame }[];
  /** The ids of the nodes that were running. */
  samples: number[];
  /** In microseconds of the monotonic clock. */
  startTime: number;
  /** In microseconds, before each sample. */
  timeDeltas: number[];
}

/** A period of the monotonic clock, which all processes share, in microseconds. */
export interface Period {
  from: number;
  to: number;
}

/** Returns the monotonic time in microseconds. */
export function monotonicTime(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/**
 * Reads the CPU time that each part of a program took in a period. A part is a package, a folder of this
 * project, or a part of Node.js.
 * @returns microseconds by the name of the part, without idle time
 */
export function readCpuTimes(profileFile: string, { from, to }: Period): Map<string, number> {
  const profile: CpuProfile = JSON.parse(readFileSync(profileFile, 'utf8'));
  const findPart = createPartFinder();
  const parts = new Map(profile.nodes.map(({ id, callFrame }) => [id, findPart(callFrame)]));
  const times = new Map<string, number>();
  let now = profile.startTime;
  for (const [index, node] of profile.samples.entries()) {
    const time = profile.timeDeltas[index] ?? 0;
    now += time;
    const part = parts.get(node);
    if (part === undefined || now < from || now > to) continue;
    times.set(part, (times.get(part) ?? 0) + time);
  }
  return times;
}

/** Returns a function that names the part of a call frame, or returns undefined for idle time. */
function createPartFinder(): (frame: CallFrame) => string | undefined {
  const sources = new Map<string, readonly (string | undefined)[]>();
  return ({ functionName, url, lineNumber }) => {
    if (functionName === '(idle)' || functionName === '(root)') return undefined;
    if (functionName === '(garbage collector)') return 'garbage collection';
    if (url === '') return 'system calls, C++';
    if (url.startsWith('node:')) return 'Node.js: http, net, streams, events';
    // Modules of CommonJS have a path. The option `--import` adds one without a file.
    const file = url.startsWith('file:') ? fileURLToPath(url) : url;
    if (!file.startsWith('/')) return ownScript;
    if (!sources.has(file)) sources.set(file, readBundledSources(file));
    return partOfSource(sources.get(file)?.[lineNumber] ?? file);
  };
}

/** Returns the source file of each line of a bundle, which esbuild writes into a comment above each file. */
function readBundledSources(file: string): (string | undefined)[] {
  let source: string | undefined;
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => {
      source = /^\s*\/\/ ((?:node_modules|server|client)\/\S+)$/.exec(line)?.[1] ?? source;
      return source;
    });
}

function partOfSource(path: string): string {
  const packageName = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  return packageName ?? /^(server\/[^/]+)\//.exec(path)?.[1] ?? ownScript;
}
