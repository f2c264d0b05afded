interface Bench {
  /** Prints the results as tables and sets a non-zero exit code for an unexpected result. */
  run(args: string[]): Promise<void>;
}

/** By name on the command line. Arguments after the name are passed to the benchmark. */
const benches: Record<string, () => Promise<Bench>> = {
  attack: () => import('./bench/attack.ts'),
  'fuzz-host': () => import('./bench/fuzzHost.ts'),
  'fuzz-mock': () => import('./bench/fuzzMock.ts'),
  load: () => import('./bench/load.ts'),
  mock: () => import('./bench/mock.ts'),
  rollout: () => import('./bench/rollout.ts'),
  verify: () => import('./bench/verify.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
const load = benches[name];
if (load) {
  const bench = await load();
  await bench.run(args);
} else {
  console.error(`Usage: npm run bench -- NAME\nNAME is one of ${Object.keys(benches).join(', ')}.`);
  process.exitCode = 2;
}

export {};
