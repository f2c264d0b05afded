import type { Plugin } from 'esbuild';
import { browserAssetPaths, findBrowserAsset } from '../../mock-api/console/browserAssets.ts';

/**
 * Creates the esbuild plugin that replaces the modules which find files of the project: the package has the browser
 * assets in its bundle, and other paths.
 */
export async function createPackagedModulesPlugin(): Promise<Plugin> {
  const entries = browserAssetPaths.map(async (path) => [path, await findBrowserAsset(path)]);
  const assets = JSON.stringify(Object.fromEntries(await Promise.all(entries)));
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
    },
  };
}
