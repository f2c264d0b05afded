import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { expect, inject } from 'vitest';
import { journey } from '../support/browser/journey.ts';

journey('the example of the staff layer in the documentation runs', async ({ browser }) => {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const content = await bundleExample();
  const mountExample = async () => {
    await page.goto(`${inject('hostUrl')}/app/subscriber-feedback/`);
    await page.addScriptTag({ content });
  };

  await mountExample();
  await page.getByText('Not signed in').waitFor();
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' });

  const form = { username: 'editor', password: 'correct horse' };
  const signIn = await context.request.post(`${inject('hostUrl')}/jsp/utilities/tools.jsp`, {
    form,
  });
  expect(signIn.status()).toBe(200);
  await mountExample();
  await page.getByText('Edith Torr').waitFor();
  await context.close();
});

async function bundleExample(): Promise<string> {
  const document = await readFile('docs/architecture.md', 'utf8');
  const [, contents = ''] = /^```tsx\n(.*?)^```$/ms.exec(document) ?? [];
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: '.', loader: 'tsx' },
    bundle: true,
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}
