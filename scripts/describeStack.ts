import { basePath } from '../client/routes.ts';
import type { Stack } from './startStack.ts';

/** What `npm start` prints: where to go, with a brief and a subscriber that the mock knows. */
export function describeStack({ host, mock }: Stack): string {
  const rows = mock
    ? [
        ['Feedback page', `${host.url}${basePath}/3141592/daily-harvest/contact`],
        ['Every scenario', `${host.url}/mock/`],
        ['Mock API', mock.url],
      ]
    : [['Feedback page', `${host.url}${basePath}/SUBSCRIBER/BRIEF/contact`]];
  return [
    '',
    ...rows.map(([name = '', address]) => `  ${name.padEnd(16)}${address}`),
    '',
    '  Ctrl+C ends it.',
    '',
  ].join('\n');
}
