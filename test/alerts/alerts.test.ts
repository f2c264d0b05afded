import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { temporaryFolderForFile } from '../temporaryFolderForFile.ts';

/** A file of tests for promtool. */
interface TestFile {
  rule_files: readonly string[];
  tests: readonly { name: string }[];
}

const read = (file: string) => readFileSync(file, 'utf8');
const directory = temporaryFolderForFile();
// JSON is YAML.
const write = (name: string, content: unknown) =>
  writeFileSync(join(directory, name), JSON.stringify(content));

/** A file for each test, so that each has a result of its own. */
const files = globSync('test/alerts/*.yaml').flatMap((file) => {
  const { tests, ...settings }: TestFile = parse(read(file));
  return tests.map((one) => ({ name: one.name, content: { ...settings, tests: [one] } }));
});

beforeAll(() => {
  if (spawnSync('promtool', ['--version']).status !== 0) {
    throw new Error(
      'promtool: expected a command of this name, found none. On Debian, install prometheus.',
    );
  }

  write('rules.yaml', parseAllDocuments(read('deploy/alerts.yaml')).at(-1)?.toJS().spec);
});

test.each(files)('$name', ({ content }) => {
  write('test.yaml', content);
  // Throws with what promtool reports.
  execFileSync('promtool', ['test', 'rules', 'test.yaml'], { cwd: directory });
});
