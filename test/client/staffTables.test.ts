import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { legacyNavigation } from '../../client/staff/legacyNavigation.ts';
import { noticeLevels } from '../../client/staff/noticeLevels.ts';
import { staffRoles } from '../../client/staff/staffRoles.ts';

const contract = parse(readFileSync('openapi.yaml', 'utf8'));

test('the staff roles match the contract, in the same order', () => {
  expect(staffRoles).toEqual(contract.components.schemas.StaffRole.enum);
  expect(staffRoles).toHaveLength(31);
});

test('the legacy navigation has sixteen items, and only Search opens another app', () => {
  const items = Object.entries(legacyNavigation);
  expect(items).toHaveLength(16);
  expect(items.filter(([, destination]) => destination !== 'unknown')).toEqual([
    ['Search', 'other-app'],
  ]);
});

test('the notice levels have the specified values', () => {
  expect(noticeLevels).toMatchObject({
    HIDDEN: { value: 0 },
    ERROR: { value: 1 },
    WARNING: { value: 2 },
    INFO: { value: 3 },
  });
});
