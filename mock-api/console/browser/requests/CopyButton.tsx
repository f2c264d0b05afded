import { useState } from 'react';
import { Button, Form } from 'react-bootstrap';

interface CopyButtonProps {
  label: string;
  /** May reject with the reason why there is no text. */
  text(): string | Promise<string>;
  /** What the user must know of the text. */
  describe?(text: string): string | undefined;
}

type Result =
  | { kind: 'copied'; text: string }
  | { kind: 'shown'; text: string }
  | { kind: 'failed'; reason: string };

/** Copies a text. Without HTTPS or localhost, browsers do not allow that, and the text is shown. */
export function CopyButton({ label, text, describe }: CopyButtonProps) {
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
      setResult({ kind: 'copied', text: copied });
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
        {result?.kind === 'copied' && 'Copied. '}
        {result?.kind === 'failed' ? result.reason : result && describe?.(result.text)}
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
