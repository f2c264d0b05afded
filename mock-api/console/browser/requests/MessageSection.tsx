import { useId, useState } from 'react';
import { Form } from 'react-bootstrap';
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
  const [isRaw, setRaw] = useState(false);
  const id = useId();
  return (
    <>
      <p className="mb-2">
        <code>{start}</code>
      </p>
      {body !== undefined && (
        <>
          <div className="d-flex align-items-center gap-3 mb-2">
            <h4>Body</h4>
            <Form.Check
              type="switch"
              id={id}
              label="Raw"
              checked={isRaw}
              onChange={({ target }) => setRaw(target.checked)}
            />
          </div>
          <pre>{isRaw ? body : prettyText(body)}</pre>
        </>
      )}
      <h4 className="my-2">
        Headers <CountBadge>{Object.keys(headers).length}</CountBadge>
      </h4>
      <PropertyList properties={Object.entries(headers)} className="font-monospace small" />
    </>
  );
}
