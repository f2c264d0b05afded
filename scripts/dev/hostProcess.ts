import { runServerProcess } from './runServerProcess.ts';

/** Beside the page's script: what is wrong with the last change. */
const problemFile = 'problem.txt';

/**
 * Added to the page's script. Reloads the page when the host serves another script or stylesheet, and shows what is
 * wrong with a change that is not in use. The page's policy blocks esbuild's own event stream, whose origin is not the
 * host's.
 */
const pageScript = `
const problemElement = document.createElement('pre');
problemElement.setAttribute('role', 'alert');
problemElement.style.cssText = 'position: fixed; inset: auto 0 0; z-index: 9999; max-height: 50vh; margin: 0;'
  + 'padding: 1rem; overflow: auto; white-space: pre-wrap; color: #fff; background: #7a1212';
const load = (url) => fetch(url, { cache: 'no-store' }).catch(() => undefined);
setInterval(async () => {
  const html = await (await load(location.href))?.text();
  const parts = [new URL(import.meta.url).pathname, document.querySelector('style').textContent];
  if (html && !parts.every((part) => html.includes(part))) location.reload();
  const response = await load(new URL('${problemFile}', import.meta.url));
  const problem = response?.ok ? await response.text() : '';
  if (problem === problemElement.textContent) return;
  problemElement.textContent = problem;
  if (problem) document.body.append(problemElement);
  else problemElement.remove();
}, 1000);
`;

await runServerProcess(async () => {
  const { parseConfig } = await import('../../server/config/config.ts');
  const { developmentDefaults } = await import('../stack/developmentDefaults.ts');
  const config = parseConfig(developmentDefaults(process.env, process.env.MOCK_URL));

  const { buildClient } = await import('../build/buildClient.ts');
  await buildClient({ footer: pageScript, isFast: true });

  const { loadClientFiles } = await import('../../server/page/clientFiles.ts');
  const { startHost } = await import('../../server/startHost.ts');
  const { clientDirectory } = await import('../build/paths.ts');
  const client = loadClientFiles(clientDirectory);
  const assets = new Map(client.assets);
  const problemPath = client.script.replace(/[^/]+$/, problemFile);
  const setProblem = (problem: string) =>
    assets.set(problemPath, [{ encoding: 'identity', body: Buffer.from(problem), etag: '""' }]);

  setProblem('');
  process.on('message', ({ problem }: { problem: string }) => setProblem(problem));
  return startHost(config, { ...client, assets });
});
