import { expect, test } from 'vitest';
import { removeUnusedCss } from '../../scripts/build/removeUnusedCss.ts';

const css = '.contact-form{margin:0}.unused{margin:0}p{margin:0}';

test('rules for names that no source contains are removed', async () => {
  const source = '<form className="contact-form"><p>…</p></form>';
  expect(await removeUnusedCss(css, [source])).toBe('.contact-form{margin:0}p{margin:0}');
});

test.each([{ sources: [] }, { sources: ['<p>…</p>'] }])(
  'a stylesheet without the rules of the form fails the build: $sources',
  async ({ sources }) => {
    await expect(removeUnusedCss(css, sources)).rejects.toThrow(
      'main.css: expected the rule ".contact-form{", found none',
    );
  },
);
