import { runRespect } from '../peers/runRespect.ts';
import { findSchemathesis, runSchemathesis } from '../peers/runSchemathesis.ts';
import { hasPrismViolation, startPrismProxy } from '../peers/startPrismProxy.ts';
import { contractFile, onBackend, type Tool, verifyUrl } from './verifyBackend.ts';

/** Other tools that compare a server with a contract, by name. */
export async function findPeers(): Promise<Record<string, Tool>> {
  const schemathesis = await findSchemathesis();
  if (!schemathesis) console.log('Schemathesis is left out: there is no `schemathesis` or `st`.');
  return {
    'respect, with a hand-written suite': (change) =>
      onBackend(change, (url) => runRespect(url, contractFile)),
    "Prism's proxy, with the verifier's requests": (change) => onBackend(change, usePrism),
    ...(schemathesis && {
      Schemathesis: (change) =>
        onBackend(change, (url) => runSchemathesis(schemathesis, url, contractFile)),
    }),
  };
}

/** Without the phases whose requests crash Prism even in front of a conforming backend. */
const phases = ['--phases', 'examples,coverage,values,repetition,stateful'];

async function usePrism(url: string): Promise<string[]> {
  const prism = await startPrismProxy(url, contractFile);
  try {
    const { results } = await verifyUrl(prism.url, phases);
    const violating = results.filter(({ result }) => hasPrismViolation(result));
    return violating.map(({ testCase }) => `${testCase.operation.id}: ${testCase.description}`);
  } finally {
    await prism.close();
  }
}
