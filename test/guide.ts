import { readFileSync } from 'node:fs';

/** The tester's guide. */
export const guide = readFileSync('docs/qa.md', 'utf8');

/** Returns an example below a heading of the guide. */
export function findExample(heading: string, language: string, index = 0): string {
  const [, section = ''] = guide.split(`## ${heading}\n`);
  const [text = ''] = section.split(/^## /m);
  const examples = [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))];
  const code = examples[index]?.[1];
  if (code === undefined) throw new Error(`${heading}: the guide has no such example.`);

  return code;
}
