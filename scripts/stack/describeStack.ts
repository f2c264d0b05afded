import { basePath } from '../../client/routes.ts';

interface StackUrls {
  host: { url: string };
  mock: { url: string } | undefined;
}

/** Lists the URLs that `npm start` prints. The brief of the feedback page exists in the mock. */
export function describeStack({ host, mock }: StackUrls): string {
  const lines = [''];
  const addUrl = (name: string, url: string) => lines.push(`  ${name.padEnd(16)}${url}`);

  if (mock) {
    addUrl('Feedback page', `${host.url}${basePath}/3141592/daily-harvest/contact`);
    addUrl('Console', `${host.url}/mock/`);
    addUrl('Mock API', mock.url);
  } else {
    addUrl('Feedback page', `${host.url}${basePath}/SUBSCRIBER/BRIEF/contact`);
  }
  lines.push('');

  const isLocal = /^(127\.|localhost$|::1$)/.test(process.env.HOST ?? '');
  if (mock && !isLocal) {
    lines.push('  Anybody on the network can read and reset what /mock/ records.');
    lines.push(
      '  To open the console at a DNS name of this machine, add it to MOCK_ALLOWED_HOSTS.',
    );
  }
  lines.push('  Press Ctrl+C to stop.', '');
  return lines.join('\n');
}
