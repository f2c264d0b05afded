import { headerText } from '../http/httpMessage.ts';
import type { MessageProblem, ReceivedMessage, SentMessage } from './messageProblem.ts';

/** Patterns by the name of the matched text. */
type Patterns = Readonly<Record<string, readonly RegExp[]>>;

const extensions = 'js|mjs|cjs|ts|py|rb|php|java|kt|scala|go|cs|rs|pl|ex';

/** Texts that no response must contain. */
const secrets: Patterns = {
  'a stack trace': [
    new RegExp(`\\bat .{1,200}[./\\\\]\\w+\\.(${extensions}):\\d+`),
    /\bat (async )?[\w.<>[\] ]* ?\(?(node:internal|file:\/\/)/,
    /\bat [\w$./]+[.$][\w$<>]+\((\w+\.\w+:\d+|Native Method|Unknown Source)\)/,
    /\bat [\w.`<>[\]]+\(.*?\) in .+?:line \d+/,
    /Traceback \(most recent call last\)|\bFile "[^"]+", line \d+/,
    /\bgoroutine \d+ \[|^panic: |\.rb:\d+:in [`']|^#\d+ \S+\.php\(\d+\)/m,
  ],
  'a message of PHP': [/\b(Fatal error|Warning|Notice|Deprecated)(<\/b>)?: .+ in .+ on line /],
  'the class of an exception': [
    /\b([a-z]\w*\.){2,}[A-Z]\w*(Exception|Error)\b/,
    /\bSystem\.(\w+\.)*\w+Exception\b/,
  ],
  'an SQL statement': [
    /\bSELECT\b[^.]+\bFROM\b[^.]+\b(WHERE|LIMIT|ORDER BY|JOIN)\b/,
    /\bINSERT INTO [\w."`]+ *(\(|VALUES)|\bUPDATE [\w."`]+ SET [\w."`]+ *=/,
    /\bDELETE FROM [\w."`]+ WHERE\b/,
  ],
  'a database error': [
    /\bSQLSTATE\b|\bORA-\d{5}\b|\bSQLITE_[A-Z]+\b|\bER_[A-Z]+_[A-Z_]+\b/,
    /\bSQL syntax\b|\bsyntax error at or near\b|\bE11000\b|\bno such (table|column):/,
    /\b(duplicate key value|violates \S+ constraint|Duplicate entry '.*' for key)/,
    /\b(relation|column|table) "?[\w.]+"? does not exist\b|\bUnknown column '/,
    /\bIncorrect string value\b|\b(Data too long for|Out of range value for) column\b/,
    /\b(value too long for type|invalid byte sequence for encoding)\b/,
  ],
  'the URL of a database': [/\b(jdbc:\w+|mongodb(\+srv)?|postgres(ql)?|mysql|redis|amqp):\/\/\S+/],
};

/** Texts that an error must not contain. */
const internals: Patterns = {
  'a source file': [new RegExp(`[\\w/\\\\-]\\.(${extensions}):\\d+\\b`)],
  'a file path': [
    /(?<![\w./~-])\/(var|usr|home|opt|etc|srv|root|tmp|mnt|proc|Users)\/[\w.@-]{2,}/,
    /(?<![\w./~-])\/(app|src|build|workspace|data)\/([\w@-]+\/)*[\w-]+\.\w{1,5}\b/,
    /\b[A-Za-z]:\\[\w .-]+\\[\w .\\-]+/,
    /\b(node_modules|site-packages|WEB-INF)\//,
  ],
  'an internal host': [
    /(?<![\w-])[\w-]+(\.[\w-]+)*\.(internal|local|lan|corp|intranet|localdomain|svc)\b/,
    /\bhttps?:\/\/(?![\w-]*\.)[A-Za-z][\w-]*(:\d+|\/)/,
  ],
  'an internal address': [
    /(?<![\d.])(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2})(?![\d.])/,
  ],
  'the error of a connection': [/\b(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EAI_AGAIN)\b/],
};

/** The size of the part of a body that is searched. Errors are short, and the patterns are slow on long words. */
const maxSearchedBytes = 16 * 1024;

/** Finds internal details of a server in a response, unless the request contains the same text. */
export function findDisclosure(
  sent: SentMessage,
  { status, headers, body = new Uint8Array() }: ReceivedMessage,
): MessageProblem | undefined {
  const given = toPlainText([sent.text, ...Object.values(sent.headers).flat()].join('\n'));
  const bytes = Buffer.from(body.subarray(0, maxSearchedBytes));
  const patterns = status >= 400 ? { ...secrets, ...internals } : secrets;
  const inBody = findIn(toPlainText(bytes.toString()), given, patterns);
  if (inBody) return describe('body', inBody);

  for (const name of Object.keys(headers)) {
    // Headers of HTTP may contain the host of a proxy or an origin.
    const headerPatterns = name.startsWith('x-') ? patterns : secrets;
    const found = findIn(decodeHeader(headerText(headers, name) ?? ''), given, headerPatterns);
    if (found) return describe(`header ${name}`, found);
  }
  return undefined;
}

function findIn(text: string, given: string, patterns: Patterns): string | undefined {
  const isDisclosed = (pattern: RegExp) => {
    const [match] = pattern.exec(text) ?? [];
    return match !== undefined && !given.includes(match);
  };
  return Object.keys(patterns).find((what) => patterns[what]?.some(isDisclosed));
}

function describe(location: string, what: string): MessageProblem {
  const expected = 'nothing about the inside of the server';
  return { location, reason: `contains ${what}`, expected, isDisclosure: true };
}

/** Decodes percent-encoding and encoded words (RFC 2047), which frameworks use for details. */
function decodeHeader(text: string): string {
  const words = text.replace(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, word) =>
    Buffer.from(word, 'base64').toString(),
  );
  try {
    return decodeURIComponent(words);
  } catch {
    return words;
  }
}

/** Removes the escapes of JSON and the addresses of links in HTML from a text. */
function toPlainText(text: string): string {
  return text
    .replace(/\b(href|src|action|content)\s*=\s*("[^"]*"|'[^']*')/gi, '')
    .replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, code, character = '') =>
      code ? String.fromCharCode(Number.parseInt(code, 16)) : character.replace(/[nrt]/, '\n'),
    );
}
