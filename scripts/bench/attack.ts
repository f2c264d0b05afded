import { startMock } from '../../mock-api/startMock.ts';
import { OptionError } from '../command/OptionError.ts';
import { readNumber } from '../command/readOption.ts';
import { runCommand } from '../command/runCommand.ts';
import { fuzzMock } from '../fuzz/fuzzMock.ts';
import { createRandom } from '../verify/phases/fuzzing/random.ts';
import { flood, floods } from './attack/floods.ts';
import {
  openRandomConnections,
  sendMalformedRequests,
  sendMalformedResponses,
} from './attack/messageAttacks.ts';
import { restartHosts } from './attack/restarts.ts';
import { type AttackResult, type Front, fronts } from './attack/startTarget.ts';
import { submitUnderResets } from './attack/submissions.ts';

interface Attack {
  run(front: Front): Promise<AttackResult>;
  /** Those in front of what is attacked; all that are installed by default. */
  fronts?: readonly Front[];
}

const direct = ['direct'] as const;

const usage = `Usage: npm run bench -- attack [options]

Attacks the built host, directly and behind nginx and HAProxy where they are installed, and the mock. Prints
how many attempts of each class were resisted.

Options:
  --only TEXT        only the classes whose name contains TEXT, such as flood
  --count N          number of attempts of the classes that are random (default: 5000)
  --connections N    number of random connections (default: 100000)
  --seed N           start of the pseudo-random sequence (default: 1)
  -h, --help         show this help`;

const options = {
  only: { type: 'string' },
  count: { type: 'string' },
  connections: { type: 'string' },
  seed: { type: 'string' },
} as const;

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args, options }, async ({ values }) => {
    const count = readNumber('--count', values.count, 5_000);
    const connections = readNumber('--connections', values.connections, 100_000);
    const seed = readNumber('--seed', values.seed, 1, 0);
    const { only = '' } = values;
    const selected = Object.entries(listAttacks(count, connections, seed)).filter(([name]) =>
      name.includes(only),
    );
    if (selected.length === 0) throw new OptionError(`--only: no class contains "${only}"`);
    await attack(selected);
  });
}

/** By the name of the class. */
function listAttacks(count: number, connections: number, seed: number): Record<string, Attack> {
  const random = () => ({ count, random: createRandom(seed) });
  const floodAttacks = Object.entries(floods).map(([name, each]): [string, Attack] => [
    `flood: ${name}`,
    { run: () => flood(each), fronts: direct },
  ]);
  return {
    'malformed requests': { run: (front) => sendMalformedRequests(front, random()) },
    'malformed responses': { run: (front) => sendMalformedResponses(front, random()) },
    'random connections': {
      run: () => openRandomConnections(connections, seed),
      fronts: direct,
    },
    ...Object.fromEntries(floodAttacks),
    'submissions under resets': { run: (front) => submitUnderResets(front, random()) },
    'restarts of two hosts': {
      run: restartHosts,
      fronts: fronts.filter((front) => front !== 'direct'),
    },
    'malformed requests to the mock': { run: () => attackMock(count, seed), fronts: direct },
  };
}

async function attackMock(total: number, seed: number): Promise<AttackResult> {
  const mock = await startMock({ port: 0, journalLimit: 2 * total });
  const { problems } = await fuzzMock(mock, { total, seed });
  await mock.close();
  for (const problem of problems.slice(0, 5)) console.log(`  ${problem}`);
  return { attempts: total, resisted: total - problems.length };
}

/** Prints how many attempts of each class were resisted. */
async function attack(attacks: readonly [name: string, attack: Attack][]): Promise<void> {
  const { buildRelease } = await import('../build/buildRelease.ts');
  await buildRelease();
  const rows: Record<string, object> = {};
  for (const [name, { run, fronts: inFront = fronts }] of attacks) {
    for (const front of inFront) {
      console.log(`${name}, ${front} …`);
      const { attempts, resisted, note = '' } = await run(front);
      const isResisted = resisted === attempts;
      if (!isResisted) process.exitCode = 1;
      rows[`${name}, ${front}`] = {
        attempts,
        resisted,
        note: isResisted ? note : `FAILED ${note}`,
      };
    }
  }
  console.table(rows);
}
