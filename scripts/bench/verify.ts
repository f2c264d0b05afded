import { loadContract } from '../../mock-api/contract/loadContract.ts';
import { readOptions } from '../verify/readOptions.ts';
import { findings } from '../verify/report.ts';
import { verify } from '../verify/verify.ts';
import { isComplaint, startPrismProxy } from './seeded/prismProxy.ts';
import { respectComplains } from './seeded/respect.ts';
import { type Flaw, startBackend } from './seeded/rightBackend.ts';
import { seededFaults } from './seeded/seededFaults.ts';
import { startSwitch } from './seeded/startSwitch.ts';

const ARGUMENTS = [
  ...['--allow-writes', '--max-writes', '1000', '--brief', 'daily-harvest'],
  ...['--rate', '100000', '--timeout', '0.5'],
];
const CREDENTIALS = { VERIFY_USER: 'editor', VERIFY_PASSWORD: 'correct horse' };

/** Which of the seeded faults the verifier catches, and which Redocly's `respect` and Prism's proxy. */
export async function run(): Promise<void> {
  const contract = await loadContract('openapi.yaml');
  const route = await startSwitch();
  const prism = await startPrismProxy(route.url);
  const options = (url: string) => {
    const read = readOptions([url, ...ARGUMENTS], CREDENTIALS);
    if (!read) throw new Error('The options ask for help.');
    return read;
  };

  async function judge(flaw: Flaw) {
    const backend = await startBackend(flaw);
    const report = await verify(contract, options(backend.url));
    const names = findings(report).map(({ operation, check }) => `${operation} ${check}`);
    const respect = (await respectComplains(backend.url)) ? 'caught' : '';
    // Prism only watches, so it is given the very traffic that the verifier makes.
    route.lead(backend.url);
    const watched = await verify(contract, options(prism.url)).catch(() => undefined);
    const seen = watched?.results.some(({ outcome }) => isComplaint(outcome));
    const proxy = (await prism.revive()) ? 'crashes' : seen ? 'caught' : '';
    await backend.close();
    return { names: [...new Set(names)], respect, proxy };
  }

  const right = await judge({});
  console.log('The backend without a fault:', right);
  const rows: Record<string, object> = {};
  const caught = { verify: 0, respect: 0, prism: 0 };
  for (const fault of seededFaults) {
    const { names, respect, proxy } = await judge(fault);
    const expected = fault.checks.map((check) => `${fault.operation} ${check}`);
    const isRight =
      names.length === expected.length && expected.every((name) => names.includes(name));
    caught.verify += Number(isRight);
    caught.respect += Number(respect === 'caught');
    caught.prism += Number(proxy === 'caught');
    rows[`${fault.operation}: ${fault.name}`] = {
      verify: isRight ? fault.checks.join(', ') : `NO: ${names.join(', ')}`,
      respect,
      'prism proxy': proxy,
    };
  }
  console.table(rows);
  console.log(`Of ${seededFaults.length} seeded faults:`, caught);
  await prism.close();
  route.close();
  const isClean = right.names.length === 0 && caught.verify === seededFaults.length;
  process.exitCode = isClean ? 0 : 1;
}
