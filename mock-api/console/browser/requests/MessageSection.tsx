import { CountBadge } from '../CountBadge.tsx';
import { prettyText } from '../export/requestMessage.ts';
import { PropertyList } from './PropertyList.tsx';

interface MessageSectionProps {
  /** The request line, or what is known of the status line. */
  start: string;
  headers: Readonly<Record<string, string>> | undefined;
  body: string | undefined;
}

/** The body and the headers of a request or a response. */
export function MessageSection({ start, headers = {}, body }: MessageSectionProps) {
  return (
    <>
      <p className="mb-2">
        <code>{start}</code>
      </p>
      {body !== undefined && (
        <>
          <h4 className="h6 fw-bold">Body</h4>
          <pre>{prettyText(body)}</pre>
        </>
      )}
      <h4 className="h6 fw-bold my-2">
        Headers <CountBadge>{Object.keys(headers).length}</CountBadge>
      </h4>
      <PropertyList properties={Object.entries(headers)} className="font-monospace small" />
    </>
  );
}
