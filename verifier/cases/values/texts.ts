/** Texts that are sent in one request, in all free texts of a body, and alone if that fails. */
export interface TextGroup {
  description: string;
  texts: readonly string[];
  /** Whether a firewall may reject the texts with 403, if the operation declares it. */
  isSuspicious?: boolean;
  /** Whether HTTP and JSON leave open if a server accepts the texts. */
  isUnusual?: boolean;
}

/** Texts that servers often reject, change or fail on, although they are ordinary in JSON. */
export const textGroups: readonly TextGroup[] = [
  { description: 'quotes and backslashes', texts: ["it's", '"so"', '`', 'a\\b\\'] },
  {
    description: 'markup, percent signs and templates',
    texts: ['<b>contract-check', '&amp;', '100% %41 %s%n', '{{1}}', '<%=1%>'],
  },
  {
    description: 'line breaks and tabs',
    texts: ['a\nb', 'a\r\nb', 'a\rb', 'a\n.\nb', 'a\nFrom b', 'a\tb', 'a\u2028b'],
  },
  { description: 'control characters', texts: ['a\0b', 'a\u001bb'] },
  {
    description: 'right-to-left and invisible characters',
    texts: ['שלום مرحبا', '\u202eabc\u202c', 'a\u200bb', 'a\ufeffb'],
  },
  {
    description: 'letters of several scripts and emoji',
    texts: ['é “a” – ‘b’ e\u0301', '中文 Привет', '𝒳🌾', '👩‍👩‍👧‍👦 ❤️'],
  },
  {
    description: 'a URL and an e-mail address',
    texts: ['https://example.com/a?b=c&d#e', 'a+b@example.com'],
  },
  {
    description: 'what firewalls look for',
    texts: [
      "' OR 1=1 --;",
      '<script>alert(1)</script>',
      'Please select * from the union; drop table',
    ],
    isSuspicious: true,
  },
  {
    description: 'paths and commands',
    texts: ['../../etc/passwd', '; rm -rf / && $(id)', '$'.concat('{jndi:ldap://a}')],
    isSuspicious: true,
  },
  { description: 'a long word and a final exclamation mark', texts: [`${'a'.repeat(50)}!`] },
  { description: 'blanks at the end', texts: ['end \t '] },
  { description: 'half an emoji at the end', texts: ['a\ud83d'], isUnusual: true },
];

/** Texts that look like values of another type. */
export const typedTexts = ['2026-01-31T12:00:00Z', 'null', '12345'];

/** Texts that replace a whole value, including its tag `[contract-check]`. */
export const wholeTexts: readonly (readonly [predicate: string, text: string])[] = [
  ...typedTexts.map((text) => [`is "${text}"`, text] as const),
  ['consists of blanks', ' '],
  ['consists of a no-break space', '\u00a0'],
  ['consists of an emoji', '🌾'],
  ['begins with a line break', '\na'],
  ['is a formula of a spreadsheet', '=1+1'],
];

/** Characters whose length grows if they are encoded, escaped or normalized. */
export const expandingCharacters = ['🌾', '<', '\n', '\u0958'];

/** Ids that routers, file systems, loosely typed languages or backtracking patterns treat specially. */
export const specialIds = [
  '12345',
  '.a',
  'a.json',
  'a.xml',
  'null',
  '__proto__',
  '-1',
  '99999999999999999999',
  `${'a'.repeat(40)}!`,
  'con',
  'new',
  // An error page may repeat the path unescaped.
  '<b>contract-check',
  '...',
  '',
];

/** Repeats a text up to a number of code points. */
export function resizeText(unit: string, length: number): string {
  return [...unit.repeat(length)].slice(0, length).join('');
}
