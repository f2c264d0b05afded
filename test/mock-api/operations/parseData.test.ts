import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ContractError, isRecord, loadContract } from '../../../contract/index.ts';
import { parseData } from '../../../mock-api/operations/parseData.ts';

/** The paths to the properties of a value that the schema of the data file defines. */
function pathsIn(value: unknown, path: readonly string[]): string[][] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const own = [...path, name];
    const isFree = name === 'body' || name === 'headers';
    return [own, ...(isFree ? [] : pathsIn(part, own))];
  });
}

/** Renames the property at a path. */
function rename(value: unknown, [name = '', ...rest]: readonly string[], wrong: string): unknown {
  if (!isRecord(value)) return value;
  const renamed = Object.entries(value).map(([key, part]) => {
    if (key !== name) return [key, part];
    return rest.length === 0 ? [wrong, part] : [key, rename(part, rest, wrong)];
  });
  return Object.fromEntries(renamed);
}

/** With a character left out, added or swapped with the next one, at each place of it. */
function misspell(name: string): string[] {
  return [...name].flatMap((character, i) => {
    const [start, end] = [name.slice(0, i), name.slice(i + 1)];
    const swapped = `${start}${end.slice(0, 1)}${character}${end.slice(1)}`;
    return [start + end, `${start}x${character}${end}`, swapped];
  });
}

test('each misspelt property of data.yaml has one message, which names the right one', async () => {
  const contract = await loadContract('openapi.yaml');
  const { scenarios } = parse(await readFile('mock-api/data.yaml', 'utf8'));
  const ids = ['chatty', 'rate-limited', 'flaky', 'slow', 'reset', 'not-sent', 'broken-sign-in'];
  const wrong = ids.flatMap((id) => {
    const document = { scenarios: { [id]: scenarios[id] } };
    return pathsIn(scenarios[id], ['scenarios', id]).flatMap((path) => {
      const name = path.at(-1) ?? '';
      const others = misspell(name).filter((misspelt) => misspelt !== name);
      return others.map((misspelt) => ({
        name,
        misspelt,
        changed: rename(document, path, misspelt),
      }));
    });
  });
  const messagesOf = (changed: unknown) => {
    try {
      parseData(JSON.stringify(changed), 'data', contract);
      return [];
    } catch (error) {
      if (error instanceof ContractError) return error.problems;
      throw error;
    }
  };
  const unclear = wrong.filter(({ name, misspelt, changed }) => {
    const [message, ...others] = messagesOf(changed);
    return others.length > 0 || !message?.endsWith(`"${misspelt}"; did you mean ${name}.`);
  });
  expect(wrong.length).toBeGreaterThan(500);
  expect(unclear).toEqual([]);
});
