import { runCommand } from '../command/runCommand.ts';
import type { Fault } from '../reference-backend/faults/fault.ts';
import { faults } from '../reference-backend/faults.ts';
import { variants } from '../reference-backend/variants.ts';
import { observeBackend } from './verify/observeBackend.ts';
import { runSchemathesis } from './verify/runSchemathesis.ts';
import { type Tool, verifyBackend } from './verify/verifyBackend.ts';

const usage = `Usage: npm run bench -- verify [options]

Runs the verifier against the reference backend: in ${Object.keys(variants).length} variants that conform to its contract, where no
violation must be reported, and with each of its ${faults.length} faults. Then does the same through the observer.
Fails if a variant is reported, or if the verifier does not report a fault.

Options:
  --peers       also run Schemathesis, which must be on the PATH
  --list        also print each fault and what is reported
  -h, --help    show this help`;

const options = {
  peers: { type: 'boolean' },
  list: { type: 'boolean' },
} as const;

const plainBackend: Parameters<Tool>[0] = { create: () => (_request, next) => next() };

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args, options }, async ({ values }) => {
    const { list = false } = values;
    const own = { verifier: verifyBackend, observer: observeBackend };
    for (const [name, tool] of Object.entries(own)) await expectNoReport(name, tool);
    const peers = values.peers ? { Schemathesis: runSchemathesis } : {};
    const rows: Record<string, object> = {};
    for (const [name, tool] of Object.entries({ ...own, ...peers })) {
      const missed = await findMissed(name, tool, list);
      rows[name] = { faults: faults.length, reported: faults.length - missed.length };
      if (tool === verifyBackend && missed.length > 0) process.exitCode = 1;
    }
    console.table(rows);
  });
}

async function expectNoReport(name: string, tool: Tool): Promise<void> {
  for (const [variant, create] of Object.entries(variants)) {
    const violations = await tool({ create });
    if (violations.length > 0) process.exitCode = 1;
    for (const violation of new Set(violations)) {
      console.log(`FALSE  ${name}: a backend that ${variant}: ${violation}`);
    }
  }
}

async function findMissed(name: string, tool: Tool, list: boolean): Promise<Fault[]> {
  const plain = new Set(await tool(plainBackend));
  if (plain.size > 0) console.log(`${name} reports the plain backend: ${[...plain].join(', ')}`);
  const missed: Fault[] = [];
  for (const fault of faults) {
    const evidence = (await tool(fault)).find((violation) => !plain.has(violation));
    if (evidence === undefined) missed.push(fault);
    if (list || (evidence === undefined && tool === verifyBackend)) {
      const result = evidence === undefined ? 'MISSED' : 'seen  ';
      console.log(`${result} ${name}: ${fault.operation}: ${fault.name}: ${evidence ?? ''}`);
    }
  }
  return missed;
}
