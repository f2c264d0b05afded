import { loadContract } from '../../../mock-api/contract/load/loadContract.ts';
import { printTable } from '../../command/printTable.ts';
import type { Fault } from '../../independent-backend/faults/fault.ts';
import { runRespect } from '../peers/runRespect.ts';
import { findSchemathesis, runSchemathesis } from '../peers/runSchemathesis.ts';
import { hasPrismViolation, startPrismProxy } from '../peers/startPrismProxy.ts';
import { startSwitchableProxy } from '../peers/startSwitchableProxy.ts';
import { type Outcome, startScaled, verifyUrl } from './measureVerifier.ts';

const phasesForPrism = 'examples,coverage,values,repetition,stateful';

/** Counts the faults that each tool reports. A tool that reports the backend without a fault is said to. */
export async function comparePeers(
  faults: readonly Fault[],
  outcomes: readonly Outcome[],
): Promise<void> {
  const contract = await loadContract('openapi.yaml');
  const route = await startSwitchableProxy();
  const prism = await startPrismProxy(route.url);
  const schemathesis = await findSchemathesis();
  const found = { respect: 0, prism: 0, schemathesis: 0 };
  const expected = new Set(schemathesis ? await onBackend(schemathesisFindings) : []);

  const describe = (hasViolation: boolean) => (hasViolation ? 'a violation' : 'nothing');
  console.log(`\nWithout a fault, respect reports ${describe(await onBackend(runRespect))}.`);
  console.log(`Without a fault, Prism's proxy reports ${describe(await onBackend(runPrism))}.`);
  if (schemathesis)
    console.log(`Without a fault, Schemathesis reports ${[...expected].join(', ')}.`);
  else console.log('Schemathesis is not on the PATH (`schemathesis` or `st`), so it is left out.');
  for (const fault of faults) {
    found.respect += Number(await onBackend(runRespect, fault));
    found.prism += Number(await onBackend(runPrism, fault));
    if (!schemathesis) continue;
    const findings = await onBackend(schemathesisFindings, fault);
    found.schemathesis += Number(findings.some((finding) => !expected.has(finding)));
  }
  await prism.close();
  await route.close();
  printTable(`Of ${faults.length} faults`, [
    ['verifier', outcomes.filter(({ seenBy }) => seenBy).length],
    ['respect (hand-written suite)', found.respect],
    ["Prism's proxy, with the verifier's requests", found.prism],
    ['Schemathesis', schemathesis ? found.schemathesis : 'not installed'],
  ]);

  async function onBackend<Result>(test: (url: string) => Promise<Result>, fault?: Fault) {
    const backend = await startScaled(fault);
    try {
      return await test(backend.url);
    } finally {
      await backend.close();
    }
  }

  /**
   * Prism's proxy sends no requests of its own, so it receives the verifier's, without those that crash it even in
   * front of a conforming backend.
   */
  async function runPrism(url: string): Promise<boolean> {
    route.setBackend(url);
    const report = await verifyUrl(contract, prism.url, ['--phases', phasesForPrism]);
    await prism.restartIfCrashed();
    return report.results.some(({ result }) => hasPrismViolation(result));
  }

  function schemathesisFindings(url: string): Promise<string[]> {
    return runSchemathesis(schemathesis ?? '', url);
  }
}
