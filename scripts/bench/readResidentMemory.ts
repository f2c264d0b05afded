import { readFile } from 'node:fs/promises';

/** Reads the resident set size of a process in MiB from /proc, which exists only on Linux. */
export async function readResidentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}
