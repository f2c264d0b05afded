import type { Plugin } from 'esbuild';
import { startMock } from '../../mock-api/startMock.ts';

interface Asset {
  mediaType: string;
  body: string;
}

/** The pages and scripts below `/mock/` from which all other assets can be found. */
const startPaths = ['', 'docs', 'captcha/enterprise.js', 'captcha/bframe'];

/**
 * Creates the plugin that replaces the modules which need the project's files: the browser assets are part of
 * the bundle, and Swagger UI is beside it.
 */
export async function createPackagedModulesPlugin(): Promise<Plugin> {
  const assets = JSON.stringify(Object.fromEntries(await readAssets()));
  return {
    name: 'packaged-modules',
    setup({ onLoad }) {
      onLoad({ filter: /mock-api.console.browserAssets\.ts$/ }, () => ({
        contents: `
          const assets = new Map(Object.entries(${assets}));
          export const findBrowserAsset = (path) =>
            assets.has(path) ? Promise.resolve(assets.get(path)) : undefined;`,
      }));
      onLoad({ filter: /scripts.build.paths\.ts$/ }, () => ({
        contents: `
          import { fileURLToPath } from 'node:url';
          export const projectDirectory = fileURLToPath(new URL('..', import.meta.url));`,
      }));
      onLoad({ filter: /mock-api.console.swaggerFolder\.ts$/ }, () => ({
        contents: `
          import { fileURLToPath } from 'node:url';
          export const swaggerFolder = fileURLToPath(new URL('../swagger-ui', import.meta.url));`,
      }));
    },
  };
}

/** Reads the assets from a running mock, which builds them. */
async function readAssets(): Promise<Map<string, Asset>> {
  const mock = await startMock({ port: 0 });
  const assets = new Map<string, Asset>();
  const pending = [...startPaths];
  for (let path = pending.shift(); path !== undefined; path = pending.shift()) {
    if (assets.has(path) || path.startsWith('docs/swagger-ui')) continue;
    const response = await fetch(`${mock.url}/mock/${path}`);
    if (!response.ok) throw new Error(`/mock/${path}: expected an asset, got ${response.status}`);
    const [mediaType = ''] = response.headers.get('content-type')?.split(';') ?? [];
    const body = await response.text();
    assets.set(path, { mediaType, body });
    if (mediaType !== 'text/html') continue;
    for (const [, link = ''] of body.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)) {
      pending.push(new URL(link, `${mock.url}/mock/${path}`).pathname.replace('/mock/', ''));
    }
  }
  await mock.close();
  return assets;
}
