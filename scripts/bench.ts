interface Bench {
  /** Measures, prints a table, and sets the exit code where something is not as it should be. */
  run(args: string[]): Promise<void>;
}

/** Long runs, each with flags of its own: `npm run bench -- NAME --flag`. */
const benches: Record<string, () => Promise<Bench>> = {
  fuzz: () => import('./bench/fuzz.ts'),
  load: () => import('./bench/load.ts'),
  mock: () => import('./bench/mock.ts'),
  'mock-fuzz': () => import('./bench/mockFuzz.ts'),
  verify: () => import('./bench/verify.ts'),
};

const [benchName = '', ...args] = process.argv.slice(2);
const bench = benches[benchName];
if (bench) {
  await (await bench()).run(args);
} else {
  console.error(`npm run bench -- NAME, where NAME is one of ${Object.keys(benches).join(', ')}`);
  process.exitCode = 2;
}

export {};
