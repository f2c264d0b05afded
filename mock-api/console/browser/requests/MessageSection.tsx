import type { JournalEntry } from '../../../journal/journalEntry.ts';
import { CodeLines } from '../CodeLines.tsx';
import { LabelBadge } from '../LabelBadge.tsx';
import type { ConsoleParams } from '../useConsoleParams.ts';
import { type Properties, PropertyList } from './PropertyList.tsx';
import { requestText } from './repeatRequest.ts';
import { ViolationList } from './ViolationList.tsx';

interface MessageSectionProps {
  entry: JournalEntry;
  message: 'request' | 'response';
  properties: Properties;
  params: ConsoleParams;
}

/** The body and the headers of a request or a response. */
export function MessageSection({ entry, message, properties, params }: MessageSectionProps) {
  const headers = Object.entries(entry[`${message}Headers`] ?? {});
  const body = message === 'request' ? requestText(entry) : entry.responseBody;
  const violations = entry.violations.filter(({ rule }) => rule.startsWith(`${message}.`));
  return (
    <>
      <PropertyList properties={properties} className="properties" />
      {body && (
        <>
          <h4 className="fw-bold">Body</h4>
          <CodeLines label="Body" lines={formatBody(body, violations)} />
        </>
      )}
      <ViolationList violations={violations} params={params} />
      <h4 className="fw-bold">
        Headers <LabelBadge>{headers.length}</LabelBadge>
      </h4>
      <PropertyList properties={headers} className="font-monospace" />
    </>
  );
}

/** JSON with line breaks and colours, any other text as it is. The lines of violations are marked. */
function formatBody(text: string, violations: JournalEntry['violations']) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text.split('\n');
  }
  const marked = violations
    .map(({ location }) => location.split('/'))
    .filter(([message]) => message === 'body')
    .map(([, ...path]) => lineOf(value, path));
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map((line, i) => {
      const coloured = <JsonLine key={line} text={line} />;
      return marked.includes(i) ? <mark key={line}>{coloured}</mark> : coloured;
    });
}

function JsonLine({ text }: { text: string }) {
  const [, indent = '', name, value = ''] = /^( *)("(?:[^"\\]|\\.)*"(?=:))?(.*)$/.exec(text) ?? [];
  return (
    <>
      {indent}
      {name && <span className="text-primary-emphasis">{name}</span>}
      <span className={/^(: )?"/.test(value) ? 'text-success-emphasis' : ''}>{value}</span>
    </>
  );
}

/** The line, from 0, of the value with this path, or of the nearest value around it. */
function lineOf(value: unknown, [segment, ...rest]: readonly string[]): number {
  if (segment === undefined || typeof value !== 'object') return 0;
  const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
  let line = 1;
  for (const [key, child] of Object.entries(value ?? {})) {
    if (key === name) return line + lineOf(child, rest);
    line += JSON.stringify(child, null, 2).split('\n').length;
  }
  return 0;
}
