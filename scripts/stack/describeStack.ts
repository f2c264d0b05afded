import { basePath } from '../../client/routes.ts';
import type { Stack } from './startStack.ts';

/** Lists the URLs that `npm start` prints. The brief of the feedback page exists in the mock. */
export function describeStack({ host, mock }: Stack): string {
  const rows = mock
    ? [
        ['Feedback page', `${host.url}${basePath}/3141592/daily-harvest/contact`],
        ['Scenarios', `${host.url}/mock/`],
        ['Mock API', mock.url],
      ]
    : [['Feedback page', `${host.url}${basePath}/SUBSCRIBER/BRIEF/contact`]];
  return [
    '',
    ...rows.map(([name = '', url]) => `  ${name.padEnd(16)}${url}`),
    '',
    '  Press Ctrl+C to stop.',
    '',
  ].join('\n');
}
