import { globSync, readFileSync } from 'node:fs';
import { compile, Logger, NodePackageImporter } from 'sass';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');

test.each([
  {
    what: 'page',
    components: 'client/**/*.tsx',
    readStyles: () => {
      const importers = [new NodePackageImporter()];
      return compile('client/theme/theme.scss', { importers, logger: Logger.silent }).css;
    },
  },
  {
    what: 'console',
    components: 'mock-api/console/browser/**/*.tsx',
    readStyles: () =>
      read('mock-api/console/browser/console.css') +
      read('node_modules/bootstrap/dist/css/bootstrap.css'),
  },
])('every class of a component of the $what is in its stylesheet', ({ components, readStyles }) => {
  const styles = readStyles();
  const classes = globSync(components).flatMap((file) =>
    [...read(file).matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  expect(classes.filter((name) => !RegExp(`\\.${name}(?![\\w-])`).test(styles))).toEqual([]);
  expect(classes.length).toBeGreaterThan(20);
});
