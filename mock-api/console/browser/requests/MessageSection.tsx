import type { ReactNode } from 'react';
import type { JournalEntry } from '../../../journal/journalEntry.ts';
import { CodeLines } from '../CodeLines.tsx';
import { CountBadge } from '../CountBadge.tsx';
import type { ConsoleParams } from '../useConsoleParams.ts';
import { PropertyList } from './PropertyList.tsx';
import { ViolationList } from './ViolationList.tsx';

interface MessageSectionProps {
  properties: readonly (readonly [name: string, value: ReactNode])[];
  headers: Readonly<Record<string, string>> | undefined;
  body: string | undefined;
  /** Those of the message. */
  violations: JournalEntry['violations'];
  params: ConsoleParams;
}

/** The body and the headers of a request or a response. */
export function MessageSection({
  properties,
  headers = {},
  body,
  violations,
  params,
}: MessageSectionProps) {
  return (
    <>
      <PropertyList properties={properties} className="properties" />
      {body !== undefined && (
        <>
          <h4 className="fw-bold">Body</h4>
          <BodyLines text={body} violations={violations} />
        </>
      )}
      <ViolationList violations={violations} params={params} />
      <h4 className="fw-bold">
        Headers <CountBadge>{Object.keys(headers).length}</CountBadge>
      </h4>
      <PropertyList properties={Object.entries(headers)} className="font-monospace" />
    </>
  );
}

/** JSON with line breaks and colours, any other text as it is. The lines of violations are marked. */
function BodyLines({
  text,
  violations,
}: Pick<MessageSectionProps, 'violations'> & { text: string }) {
  const value = parseJson(text);
  if (value === undefined) return <CodeLines label="Body" lines={text.split('\n')} />;
  const marked = violations
    .filter(({ location }) => /^body(\/|$)/.test(location))
    .map(({ location }) => lineOf(value, location.split('/').slice(1)));
  return (
    <CodeLines
      label="Body"
      lines={JSON.stringify(value, null, 2).split('\n')}
      render={(line, i) => {
        const coloured = <JsonLine text={line} />;
        return marked.includes(i) ? <mark>{coloured}</mark> : coloured;
      }}
    />
  );
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
