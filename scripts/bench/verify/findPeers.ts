import { hasPrismViolation, startPrismProxy } from '../peers/prism.ts';
import { isSchemathesisInstalled, runSchemathesis } from '../peers/runSchemathesis.ts';
import { contractFile, onBackend, type Tool, verifyUrl } from './verifyBackend.ts';

/** Other tools that compare a server with a contract, by name. */
export async function findPeers(): Promise<Record<string, Tool>> {
  const isInstalled = await isSchemathesisInstalled();
  if (!isInstalled) console.log('Schemathesis is left out: it is not installed.');
  return {
    "Prism's proxy, with the verifier's requests": (change) => onBackend(change, usePrism),
    ...(isInstalled && {
      Schemathesis: (change) => onBackend(change, (url) => runSchemathesis(url, contractFile)),
    }),
  };
}

/** The others crash Prism even in front of a conforming backend. */
const prismPhases = ['--phases', 'examples,coverage,values,repetition,stateful'];

async function usePrism(url: string): Promise<string[]> {
  const prism = await startPrismProxy(url, contractFile);
  try {
    const { results } = await verifyUrl(prism.url, prismPhases);
    const violating = results.filter(({ result }) => hasPrismViolation(result));
    return violating.map(({ testCase }) => `${testCase.operation.id}: ${testCase.description}`);
  } finally {
    await prism.close();
  }
}
