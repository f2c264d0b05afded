import type { MessageProblem, ReceivedMessage, SentMessage } from './messageProblem.ts';

type Row = readonly [what: string, pattern: RegExp];

const extensions = 'js|mjs|cjs|ts|py|rb|php|java|kt|scala|go|cs|rs|pl|ex';

/** What no response needs. */
const secrets: readonly Row[] = [
  ['a stack trace', new RegExp(`\\bat .{1,200}[./\\\\]\\w+\\.(${extensions}):\\d+`)],
  ['a stack trace', /\bat (async )?[\w.<>[\] ]* ?\(?(node:internal|file:\/\/)/],
  ['a stack trace', /\bat [\w$./]+[.$][\w$<>]+\((\w+\.\w+:\d+|Native Method|Unknown Source)\)/],
  ['a stack trace', /\bat [\w.`<>[\]]+\(.*?\) in .+?:line \d+/],
  ['a stack trace', /Traceback \(most recent call last\)|\bFile "[^"]+", line \d+/],
  ['a stack trace', /\bgoroutine \d+ \[|^panic: |\.rb:\d+:in [`']|^#\d+ \S+\.php\(\d+\)/m],
  ['a message of PHP', /\b(Fatal error|Warning|Notice|Deprecated)(<\/b>)?: .+ in .+ on line /],
  ['the class of an exception', /\b([a-z]\w*\.){2,}[A-Z]\w*(Exception|Error)\b/],
  ['the class of an exception', /\bSystem\.(\w+\.)*\w+Exception\b/],
  ['an SQL statement', /\bSELECT\b[^.]+\bFROM\b[^.]+\b(WHERE|LIMIT|ORDER BY|JOIN)\b/],
  ['an SQL statement', /\bINSERT INTO [\w."`]+ *(\(|VALUES)|\bUPDATE [\w."`]+ SET [\w."`]+ *=/],
  ['an SQL statement', /\bDELETE FROM [\w."`]+ WHERE\b/],
  ['a database error', /\bSQLSTATE\b|\bORA-\d{5}\b|\bSQLITE_[A-Z]+\b|\bER_[A-Z]+_[A-Z_]+\b/],
  [
    'a database error',
    /\bSQL syntax\b|\bsyntax error at or near\b|\bE11000\b|\bno such (table|column):/,
  ],
  [
    'a database error',
    /\b(duplicate key value|violates \S+ constraint|Duplicate entry '.*' for key)/,
  ],
  ['a database error', /\b(relation|column|table) "?[\w.]+"? does not exist\b|\bUnknown column '/],
  [
    'a database error',
    /\bIncorrect string value\b|\b(Data too long for|Out of range value for) column\b/,
  ],
  ['a database error', /\b(value too long for type|invalid byte sequence for encoding)\b/],
  ['the URL of a database', /\b(jdbc:\w+|mongodb(\+srv)?|postgres(ql)?|mysql|redis|amqp):\/\/\S+/],
];

/** What an error need not tell. */
const internals: readonly Row[] = [
  ['a source file', new RegExp(`[\\w/\\\\-]\\.(${extensions}):\\d+\\b`)],
  ['a file path', /(?<![\w./~-])\/(var|usr|home|opt|etc|srv|root|tmp|mnt|proc|Users)\/[\w.@-]{2,}/],
  ['a file path', /(?<![\w./~-])\/(app|src|build|workspace|data)\/([\w@-]+\/)*[\w-]+\.\w{1,5}\b/],
  ['a file path', /\b[A-Za-z]:\\[\w .-]+\\[\w .\\-]+/],
  ['a file path', /\b(node_modules|site-packages|WEB-INF)\//],
  [
    'an internal host',
    /(?<![\w-])[\w-]+(\.[\w-]+)*\.(internal|local|lan|corp|intranet|localdomain|svc)\b/,
  ],
  ['an internal host', /\bhttps?:\/\/(?![\w-]*\.)[A-Za-z][\w-]*(:\d+|\/)/],
  [
    'an internal address',
    /(?<![\d.])(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2})(?![\d.])/,
  ],
  ['the error of a connection', /\b(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EAI_AGAIN)\b/],
];

/** Errors are short, and the patterns slow on long words. */
const maxSearchedBytes = 16 * 1024;

/** Finds what helps an attacker more than a client, unless the request contains it too. */
export function findDisclosure(
  sent: SentMessage,
  { status, body }: ReceivedMessage,
): MessageProblem | undefined {
  if (!body?.length) return undefined;
  const text = toPlainText(Buffer.from(body.subarray(0, maxSearchedBytes)).toString());
  const given = toPlainText([sent.text, ...Object.values(sent.headers).flat()].join('\n'));
  const rows = status >= 400 ? [...secrets, ...internals] : secrets;
  const found = rows.find(([, pattern]) => {
    const [match] = pattern.exec(text) ?? [];
    return match !== undefined && !given.includes(match);
  });
  if (!found) return undefined;
  const expected = 'nothing about the inside of the server';
  return { location: 'body', reason: `contains ${found[0]}`, expected, isDisclosure: true };
}

/** Without the escapes of JSON and the addresses of links in HTML. */
function toPlainText(text: string): string {
  return text
    .replace(/\b(href|src|action|content)\s*=\s*("[^"]*"|'[^']*')/gi, '')
    .replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, code, character = '') =>
      code ? String.fromCharCode(Number.parseInt(code, 16)) : character.replace(/[nrt]/, '\n'),
    );
}
