import { hasPrismViolation, startPrismProxy } from '../peers/prism.ts';
import { findSchemathesis, runSchemathesis } from '../peers/runSchemathesis.ts';
import { contractFile, onBackend, type Tool, throughProxy, verifyUrl } from './verifyBackend.ts';

/** Other tools that compare a server with a contract, by name. */
export async function findPeers(): Promise<Record<string, Tool>> {
  const schemathesis = await findSchemathesis();
  if (!schemathesis) console.log('Schemathesis is left out: there is no `schemathesis` or `st`.');
  return {
    "Prism's proxy, with the verifier's requests": (change) => onBackend(change, usePrism),
    ...(schemathesis && {
      Schemathesis: (change) =>
        onBackend(change, (url) => runSchemathesis(schemathesis, url, contractFile)),
    }),
  };
}

async function usePrism(url: string): Promise<string[]> {
  const prism = await startPrismProxy(url, contractFile);
  try {
    const { results } = await verifyUrl(prism.url, throughProxy);
    const violating = results.filter(({ result }) => hasPrismViolation(result));
    return violating.map(({ testCase }) => `${testCase.operation.id}: ${testCase.description}`);
  } finally {
    await prism.close();
  }
}
