import { printTable } from '../command/printTable.ts';
import { readNumber } from '../command/readOption.ts';
import { runCommand } from '../command/runCommand.ts';
import { sendMalformedResponses, truncateResponses } from './attack/backendAttacks.ts';
import {
  forgeForwardedHeaders,
  hideLengthBehindHeaders,
  provokeParserErrors,
  sendBehindClose,
  sendMalformedRequests,
} from './attack/clientAttacks.ts';
import { submitUnderResets } from './attack/exactlyOnce.ts';
import { flood, floodNames, sendTinyChunks, stopReadingLog } from './attack/floods.ts';
import { type AttackResult, type Front, fronts, isInstalled } from './attack/startTarget.ts';
import { buildProduct } from './buildProduct.ts';

interface Attack {
  name: string;
  run(front: Front): Promise<AttackResult>;
  /** Whether only a direct connection reaches what is attacked. */
  isDirect?: boolean;
}

const usage = `Usage: npm run bench -- attack [options]

Attacks the built host directly, and behind nginx and HAProxy where they are installed.

Options:
  --requests N       number of malformed requests (default: 2000)
  --responses N      number of malformed responses (default: 2000)
  --submissions N    number of submissions that are reset at random (default: 15000)
  --seed N           start of the pseudo-random sequence (default: 1)
  --only TEXT        only the attacks whose name contains TEXT
  -h, --help         show this help`;

const options = {
  requests: { type: 'string' },
  responses: { type: 'string' },
  submissions: { type: 'string' },
  seed: { type: 'string' },
  only: { type: 'string' },
} as const;

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args, options }, ({ values }) =>
    attack({
      requests: readNumber('--requests', values.requests, 2000, 0),
      responses: readNumber('--responses', values.responses, 2000, 0),
      submissions: readNumber('--submissions', values.submissions, 15_000, 0),
      seed: readNumber('--seed', values.seed, 1, 0),
      only: values.only ?? '',
    }),
  );
}

interface AttackOptions {
  requests: number;
  responses: number;
  submissions: number;
  seed: number;
  only: string;
}

/** Prints how many attempts of each class the host has resisted. */
async function attack({
  requests,
  responses,
  submissions,
  seed,
  only,
}: AttackOptions): Promise<void> {
  await buildProduct();
  const installed = fronts.filter(isInstalled);
  const total = Math.ceil(submissions / installed.length);

  const attacks: Attack[] = [
    {
      name: 'malformed responses',
      run: (front) => sendMalformedResponses(front, responses),
    },
    { name: 'truncated responses', run: truncateResponses },
    {
      name: 'malformed requests',
      run: (front) => sendMalformedRequests(front, requests),
    },
    { name: 'length hidden behind headers', run: hideLengthBehindHeaders },
    { name: 'forged forwarded headers', run: forgeForwardedHeaders },
    { name: 'bodies of 65,000 one-byte chunks', run: sendTinyChunks },
    ...floodNames.map((name) => ({
      name: `flood: ${name}`,
      run: (front: Front) => flood(front, name),
      isDirect: true,
    })),
    { name: 'requests behind a closing one', run: sendBehindClose, isDirect: true },
    { name: 'parser errors', run: provokeParserErrors, isDirect: true },
    { name: 'log that is not read', run: stopReadingLog, isDirect: true },
    { name: 'submissions under resets', run: (front) => submitUnderResets(front, { total, seed }) },
  ];

  const rows: [string, string][] = [['class', 'attempts / resisted']];
  let failureCount = 0;
  for (const { name, run, isDirect } of attacks.filter(({ name }) => name.includes(only))) {
    for (const front of isDirect ? (['direct'] as const) : installed) {
      const { attempts, resisted, note = '' } = await run(front);
      if (resisted !== attempts) failureCount++;
      const result = `${attempts} / ${resisted}`.padEnd(14);
      rows.push([
        `${name}, ${front}`,
        `${result} ${resisted === attempts ? '' : 'FAILED '}${note}`.trim(),
      ]);
    }
  }
  printTable(`Attacks on the host: ${installed.join(', ')}`, rows);
  if (failureCount > 0) process.exitCode = 1;
}
