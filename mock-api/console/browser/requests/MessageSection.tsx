import type { JournalEntry } from '../../../journal/journalEntry.ts';
import { LabelBadge } from '../LabelBadge.tsx';
import { type Properties, PropertyList } from './PropertyList.tsx';
import { requestText } from './toCurl.ts';
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
          <BodyLines text={body} violations={violations} />
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

/** The lines of a body with their numbers. Lines with a violation are marked. */
function BodyLines({ text, violations }: { text: string } & Pick<JournalEntry, 'violations'>) {
  const lines = formatBody(text).split('\n');
  const marked = violations.map(({ location }) => findLine(lines, location));

  return (
    <ol className="code-lines border rounded font-monospace" aria-label="Body">
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its number
        <li key={i}>{marked.includes(i) ? <mark>{line}</mark> : line}</li>
      ))}
    </ol>
  );
}

/** Formats JSON with line breaks, and returns any other text as it is. */
function formatBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/**
 * Returns the number of the line with a location such as `body/text`: the line of the outermost property, or the first
 * line if that is missing.
 */
function findLine(lines: readonly string[], location: string): number | undefined {
  const [part, name] = location.split('/');
  if (part !== 'body') return undefined;
  return Math.max(
    0,
    lines.findIndex((line) => line.startsWith(`  ${JSON.stringify(name)}:`)),
  );
}
