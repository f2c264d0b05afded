import { readFile } from 'node:fs/promises';

/** As `getconf CLK_TCK` prints on every common Linux. */
const ticksPerSecond = 100;

/** Reads the CPU time of a process and its children from /proc, which exists only on Linux. */
export async function readCpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field, the name in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [userTicks = 0, systemTicks = 0] = fields.slice(11, 13).map(Number);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const inChildren = await Promise.all(
    children.split(' ').filter(Boolean).map(Number).map(readCpuSeconds),
  );
  return inChildren.reduce(
    (sum, seconds) => sum + seconds,
    (userTicks + systemTicks) / ticksPerSecond,
  );
}
