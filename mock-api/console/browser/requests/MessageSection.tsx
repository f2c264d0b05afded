import { useId, useState } from 'react';
import { Form } from 'react-bootstrap';
import { prettyText } from '../export/requestMessage.ts';

interface MessageSectionProps {
  title: 'Request' | 'Response';
  /** The request line, or what is known of the status line. */
  start: string;
  headers: Readonly<Record<string, string>> | undefined;
  body: string | undefined;
}

/** The headers and the body of a request or a response. */
export function MessageSection({ title, start, headers = {}, body }: MessageSectionProps) {
  const [isRaw, setRaw] = useState(false);
  const id = useId();
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <section aria-labelledby={id} className="mb-3">
      <h4 id={id} className="h6 fw-bold">
        {title}
      </h4>
      <p className="text-break mb-2">
        <code>{start}</code>
      </p>
      {lines.length > 0 && (
        <details className="mb-2">
          <summary>
            {title} headers ({lines.length})
          </summary>
          <pre>{lines.join('\n')}</pre>
        </details>
      )}
      {body !== undefined && (
        <>
          <Form.Check
            type="switch"
            id={`${id}-raw`}
            label="Raw body"
            checked={isRaw}
            onChange={({ target }) => setRaw(target.checked)}
          />
          <pre>{isRaw ? body : prettyText(body)}</pre>
        </>
      )}
    </section>
  );
}
