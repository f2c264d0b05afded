import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkNames } from '../../../scripts/verify/checks/checks.ts';

test('the documentation has a row for each check', () => {
  const rows = readFileSync('docs/contract.md', 'utf8').split('\n');
  const documented = rows.flatMap((row) => (/^\| `/.test(row) ? row.split('|')[1] : []));
  for (const name of checkNames) expect(documented.join()).toContain(`\`${name}\``);
});
