import type { JournalEntry } from '../../../journal/journalEntry.ts';
import { CodeLines } from '../CodeLines.tsx';
import { LabelBadge } from '../LabelBadge.tsx';
import { type Properties, PropertyList } from './PropertyList.tsx';
import { requestText } from './repeatRequest.ts';
import { ViolationList } from './ViolationList.tsx';

interface MessageSectionProps {
  entry: JournalEntry;
  message: 'request' | 'response';
  properties: Properties;
}

/** The body and the headers of a request or a response. */
export function MessageSection({ entry, message, properties }: MessageSectionProps) {
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
      <ViolationList violations={violations} />
      <h4 className="fw-bold">
        Headers <LabelBadge>{headers.length}</LabelBadge>
      </h4>
      <PropertyList properties={headers} className="font-monospace" />
    </>
  );
}

/** JSON with line breaks and colours, any other text as it is. The lines of violations are marked. */
function formatBody(text: string, violations: JournalEntry['violations']) {
  const lines = formatJson(text)?.split('\n');
  if (!lines) return text.split('\n');
  const marked = violations
    .map(({ location }) => location.split('/'))
    .filter(([part]) => part === 'body')
    // What is deeper, and what is missing, is marked at the nearest line around it.
    .map(([, name]) => lines.findIndex((line) => line.startsWith(`  ${JSON.stringify(name)}:`)));
  return lines.map((line, i) => {
    const coloured = <JsonLine key={line} text={line} />;
    const isMarked = marked.includes(i) || (i === 0 && marked.includes(-1));
    return isMarked ? <mark key={line}>{coloured}</mark> : coloured;
  });
}

function formatJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
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
