import { useState } from 'react';
import { Button, Form } from 'react-bootstrap';

interface CopyButtonProps {
  label: string;
  /** May reject with the reason why there is no text. */
  text(): string | Promise<string>;
}

type Result =
  | { kind: 'copied' }
  | { kind: 'shown'; text: string }
  | { kind: 'failed'; reason: string };

/** Copies a text. Without HTTPS or localhost, browsers do not allow that, and the text is shown. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [result, setResult] = useState<Result>();

  async function copy() {
    let copied: string;
    try {
      copied = await text();
    } catch (error) {
      return setResult({
        kind: 'failed',
        reason: String(error instanceof Error ? error.message : error),
      });
    }
    try {
      await navigator.clipboard.writeText(copied);
      setResult({ kind: 'copied' });
    } catch {
      setResult({ kind: 'shown', text: copied });
    }
  }

  return (
    <span className="d-inline-flex flex-wrap align-items-center gap-1">
      <Button size="sm" variant="outline-secondary" onClick={copy}>
        {label}
      </Button>
      <output>
        {result?.kind === 'copied' && 'Copied.'}
        {result?.kind === 'failed' && result.reason}
      </output>
      {result?.kind === 'shown' && (
        <Form.Control
          as="textarea"
          rows={6}
          readOnly
          autoFocus
          aria-label={`${label}: select and copy this text`}
          value={result.text}
          onFocus={({ target }) => target.select()}
        />
      )}
    </span>
  );
}
