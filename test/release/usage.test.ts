import { expect, test } from 'vitest';
import { runScript } from '../runScript.ts';

const commands = {
  'npm run build': ['build'],
  'npm test': ['test'],
  'npm run bench "--" speed': ['bench', 'speed'],
} as const;

test.each(Object.entries(commands))(
  '--help prints the usage of %s',
  async (command, [name, ...args]) => {
    const { output, exitCode } = runScript(name, { args: [...args, '--help'] });
    expect(await exitCode()).toBe(0);
    expect(output.stderr).toBe('');
    expect(output.stdout).toContain(`Usage: ${command}`);
  },
);

test.each(['fuzz', 'toString'])('the unknown name %s is rejected in one line', async (name) => {
  const { output, exitCode } = runScript('bench', { args: [name] });
  expect(await exitCode()).toBe(2);
  expect(output.stderr).toBe(`NAME: expected speed, got "${name}". See --help.\n`);
});

test('a Node.js that is too old for a script is told the versions to use', async () => {
  const oldVersion =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })";
  const { output, exitCode } = runScript('mock', {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(oldVersion)}` },
  });
  expect(await exitCode()).toBe(1);
  expect(output.stderr).toMatch(/^Node\.js: expected \S+ .*, got 20\.20\.2\. Use npm run, .*\n$/);
});
