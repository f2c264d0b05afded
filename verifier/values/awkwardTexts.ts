/** The description follows the name of a value: `contains a NUL`. */
type AwkwardText = readonly [description: string, text: string];

export interface AwkwardTextGroup {
  description: string;
  texts: readonly AwkwardText[];
  /** Whether a firewall may reject the texts, if the operation declares its status. */
  isSuspicious?: boolean;
  /** Whether nothing may stand before the texts. */
  isFirst?: boolean;
}

/** Texts that servers make another type of, if they are the whole value. */
export const typedTexts: readonly AwkwardText[] = [
  ['is a date and time', '2026-01-31T12:00:00Z'],
  ['is "null"', 'null'],
  ['consists of digits', '12345'],
];

/** Texts that servers often reject, change or fail on, although nothing is special about them in JSON. */
export const awkwardTexts: readonly AwkwardTextGroup[] = [
  {
    description: 'contains quotes and a backslash',
    texts: [
      ['contains a single quote', "it's"],
      ['contains a double quote', '"so"'],
      ['contains a backslash', 'a\\b\\'],
      ['contains a backtick', '`'],
    ],
  },
  {
    description: 'contains markup, percent signs and templates',
    texts: [
      ['contains an HTML tag', '<b>'],
      ['contains an HTML entity', '&amp;'],
      ['contains a percent sign', '100%'],
      ['contains a percent-encoded character', '%41'],
      ['contains a format specifier', '%s%n'],
      ['contains a template expression', '{{1}}'],
    ],
  },
  {
    description: 'contains line breaks and a tab',
    texts: [
      ['contains a line feed', 'a\nb'],
      ['contains a carriage return and line feed', 'a\r\nb'],
      ['contains a carriage return', 'a\rb'],
      ['contains a line with a dot', 'a\n.\nb'],
      ['contains a line that begins with "From "', 'a\nFrom b'],
      ['contains a tab', 'a\tb'],
      ['contains a line separator (U+2028)', 'a\u2028b'],
    ],
  },
  {
    description: 'contains a NUL and a control character',
    texts: [
      ['contains a NUL', 'a\0b'],
      ['contains an escape character (U+001B)', 'a\u001bb'],
    ],
  },
  {
    description: 'contains right-to-left and invisible characters',
    texts: [
      ['contains right-to-left text', 'שלום مرحبا'],
      ['contains a right-to-left override (U+202E)', '\u202eabc\u202c'],
      ['contains a zero-width space (U+200B)', 'a\u200bb'],
      ['contains a byte order mark (U+FEFF)', 'a\ufeffb'],
    ],
  },
  {
    description: 'contains letters of several scripts and emoji',
    texts: [
      ['contains a letter with an accent', 'é'],
      ['contains typographic quotes and a dash', '“a” – ‘b’'],
      ['contains a combining character', 'e\u0301'],
      ['contains Chinese characters', '中文'],
      ['contains a character outside the Basic Multilingual Plane', '𝒳🌾'],
      ['contains an emoji with zero-width joiners', '👩‍👩‍👧‍👦'],
      ['contains an emoji with a variation selector (U+FE0F)', '❤️'],
    ],
  },
  {
    description: 'contains a URL, an e-mail address and a formula',
    texts: [
      ['contains a URL', 'https://example.com/a?b=c&d#e'],
      ['contains an e-mail address', 'a+b@example.com'],
      ['contains a formula', '=1+1'],
    ],
  },
  {
    description: 'contains what firewalls look for',
    isSuspicious: true,
    texts: [
      ['contains an SQL fragment', "' OR 1=1 --;"],
      ['contains a script', '<script>alert(1)</script>'],
      ['contains words of SQL', 'Please select * from the union; drop table'],
      ['contains a path', '../../etc/passwd'],
      ['contains a shell command', '; rm -rf / && $(id)'],
      ['contains a lookup', '$'.concat('{jndi:ldap://a}')],
    ],
  },
  {
    description: 'ends with blanks',
    texts: [['ends with blanks', 'end \t ']],
  },
  {
    description: 'begins with a line break and a blank',
    isFirst: true,
    texts: [
      ['begins with a line break', '\na'],
      ['begins with a blank', ' a'],
    ],
  },
];
