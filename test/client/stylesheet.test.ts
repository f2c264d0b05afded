import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildClient } from '../../scripts/build/buildClient.ts';
import { loadClientFiles } from '../../server/page/clientFiles.ts';
import { longTestTimeoutMs } from '../support/timeouts.ts';

let directory: string;
let declarations: { property: string; value: string }[];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stylesheet-'));
  await buildClient({ directory });
  const { stylesheet } = loadClientFiles(directory).document;
  declarations = [...stylesheet.matchAll(/[{;]([\w-]+):([^;{}]+)/g)].map(
    ([, property = '', value = '']) => ({ property, value: value.trim() }),
  );
}, longTestTimeoutMs);
afterAll(() => rmSync(directory, { recursive: true }));

const rem = (px: number) => `${px / 16}rem`.replace(/^0\./, '.');

/** The values of these properties, without those of Bootstrap's variables. */
function valuesOf(property: RegExp): string[] {
  return declarations.filter((it) => property.test(it.property)).map(({ value }) => value);
}

test('every text has one of six sizes, each with its line height', () => {
  const sizes = [14, 16, 20, 24, 32, 40].map(rem);
  const lineHeights = [...[20, 24, 28, 32, 40, 48].map(rem), '1.5'];
  const isInherited = (value: string) => /^(inherit|1em|100%|var\(.*\))$/.test(value);
  const foundSizes = valuesOf(/^(--bs-.*)?font-size$/).filter((value) => !isInherited(value));
  expect(foundSizes.filter((value) => !sizes.includes(value))).toEqual([]);
  expect(new Set(foundSizes)).toEqual(new Set(sizes));
  const foundHeights = valuesOf(/^(--bs-.*)?line-height$/).filter((value) => !isInherited(value));
  expect(foundHeights.filter((value) => !lineHeights.includes(value))).toEqual([]);
});

test('every distance is a step of one scale, or a step without the border of 1 px', () => {
  const steps = [4, 8, 12, 16, 24, 32, 48, 64];
  const allowed = new Set(['0', 'auto', ...steps.map(rem), ...steps.map((px) => rem(px - 1))]);
  const found = valuesOf(/^(--bs-.*)?(margin|padding|gap|row-gap|column-gap)(-|$)/)
    // The margins of the page, and what large text needs on a small screen, depend on the width.
    .filter((value) => !/%|vw|var\(/.test(value))
    // What only screen readers find.
    .filter((value) => value !== '-1px!important')
    .flatMap((value) => value.replace('!important', '').trim().split(' '))
    .map((value) => value.replace(/^-/, ''));
  expect(found.length).toBeGreaterThan(60);
  expect([...new Set(found)].filter((value) => !allowed.has(value))).toEqual([]);
});
