import { parseArgs } from 'node:util';
import { buildClient } from '../build/buildClient.ts';
import { buildHost } from '../build/buildHost.ts';
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
import { printTable } from './printTable.ts';

interface Attack {
  name: string;
  run(front: Front): Promise<AttackResult>;
  /** Whether only a direct connection reaches what is attacked. */
  isDirect?: boolean;
}

/**
 * Attacks the built host directly, and behind nginx and HAProxy where they are installed. Prints how many
 * attempts of each class it has withstood.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '2000' },
      responses: { type: 'string', default: '2000' },
      submissions: { type: 'string', default: '15000' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
    },
  });
  await Promise.all([buildClient(), buildHost()]);
  const installed = fronts.filter(isInstalled);
  const total = Math.ceil(Number(values.submissions) / installed.length);
  const seed = Number(values.seed);

  const attacks: Attack[] = [
    {
      name: 'malformed responses',
      run: (front) => sendMalformedResponses(front, Number(values.responses)),
    },
    { name: 'truncated responses', run: truncateResponses },
    {
      name: 'malformed requests',
      run: (front) => sendMalformedRequests(front, Number(values.requests)),
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

  const rows: [string, string][] = [['class', 'tried / held']];
  let failureCount = 0;
  for (const { name, run, isDirect } of attacks.filter(({ name }) => name.includes(values.only))) {
    for (const front of isDirect ? (['direct'] as const) : installed) {
      const { tried, held } = await run(front);
      if (held !== tried) failureCount++;
      rows.push([`${name}, ${front}`, `${tried} / ${held}${held === tried ? '' : '  FAILED'}`]);
    }
  }
  printTable(`Attacks on the host: ${installed.join(', ')}`, rows);
  if (failureCount > 0) process.exitCode = 1;
}
