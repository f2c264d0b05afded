import { planCases } from '../../mock-api/contract/cases/planCases.ts';
import { findChainStarts, readLinks } from '../../mock-api/contract/cases/readLinks.ts';
import type { LeftOut, TestCase } from '../../mock-api/contract/cases/testCase.ts';
import type { Contract, Operation } from '../../mock-api/contract/contract.ts';
import { bringsCredentials } from '../../mock-api/contract/credentials.ts';
import { chooseCases, leaveOut } from './chooseCases.ts';
import { createSender } from './createSender.ts';
import { findWarnings } from './findWarnings.ts';
import { createMask } from './maskCredentials.ts';
import type { VerifyOptions } from './readOptions.ts';
import type { Report, Result } from './report.ts';
import { runChain } from './runChain.ts';

/** Called after each answer; `of` is how many were planned. */
export type Progress = (result: Result, done: number, of: number) => void;

/** What would be sent, and what would not. */
export function planRun(contract: Contract, options: VerifyOptions) {
  const plan = planCases(contract, { known: options.known, tag: options.tag });
  const { chosen, leftOut } = chooseCases(plan.cases, options);
  const starts = findChainStarts(contract).filter(
    (start) =>
      options.only.length === 0 ||
      reach(contract, start).some(({ id }) => options.only.includes(id)),
  );
  return { plan, chosen, starts, leftOut: [...plan.leftOut, ...leftOut] };
}

/**
 * Asks a backend everything that the options allow.
 * @throws {UnreachableFault} where nothing answers from the first request on
 */
export async function verify(
  contract: Contract,
  options: VerifyOptions,
  onProgress: Progress = () => {},
): Promise<Report> {
  const started = performance.now();
  const { plan, chosen, starts, leftOut } = planRun(contract, options);
  const results: Result[] = [];
  const missing: LeftOut[] = [...leftOut];
  const onLeftOut = (left: LeftOut) => void missing.push(left);
  const mask = createMask();
  for (const secret of [options.credentials?.password, ...secretsIn(options.headers)]) {
    if (secret) mask.add(secret);
  }
  const onResult = (result: Result) => {
    results.push(result);
    onProgress(result, results.length, chosen.length);
  };
  const send = createSender({ contract, options, mask, onResult, onLeftOut });

  const guarded = chosen.filter((test) => test.needsCredentials && !bringsOwn(test));
  const open = chosen.filter((test) => !guarded.includes(test));
  for (const test of open.filter(({ writes }) => !writes)) await send(test);

  let waiting: TestCase[] = guarded;
  for (const start of starts) {
    await runChain(start, { plan, options, send, mask, onLeftOut, onSession });
  }
  for (const test of waiting) onLeftOut(leaveOut(test, 'it needs a session or credentials'));
  for (const test of open.filter(({ writes }) => writes)) await send(test);

  const warnings = findWarnings(results, missing);
  const { href: url } = options.url;
  const duration = performance.now() - started;
  return { contract, url, results, leftOut: missing, warnings, duration };

  /** What had to wait for a session is sent in the first one that opens its door. */
  async function onSession(cookies: string) {
    const served = waiting.filter((test) =>
      bringsCredentials(test.operation, { ...EMPTY, headers: { cookie: cookies } }),
    );
    waiting = waiting.filter((test) => !served.includes(test));
    for (const test of served) await send({ ...test, known: true }, cookies);
  }

  function bringsOwn({ operation }: TestCase): boolean {
    const headers = Object.fromEntries(
      Object.entries(options.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    return bringsCredentials(operation, { ...EMPTY, headers });
  }
}

const EMPTY = { pathValues: {}, query: '', body: new Uint8Array() };

/** The operations of a chain. */
function reach(contract: Contract, start: Operation, seen: Operation[] = []): Operation[] {
  if (seen.includes(start)) return seen;
  return readLinks(contract, start).reduce(
    (all, { target }) => reach(contract, target, all),
    [...seen, start],
  );
}

function secretsIn(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => /^(authorization|cookie|.*(key|token|secret).*)$/i.test(name))
    .map(([, value]) => value);
}
