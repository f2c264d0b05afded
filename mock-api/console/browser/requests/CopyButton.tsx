import { useState } from 'react';
import { Button, Form } from 'react-bootstrap';

interface CopyButtonProps {
  label: string;
  /** May reject with the reason why there is no text. */
  text(): string | Promise<string>;
  /** What the user must know of the text. */
  describe?(text: string): string | undefined;
}

/** Copies a text. Without HTTPS or localhost, browsers do not allow that, and the text is shown. */
export function CopyButton({ label, text, describe }: CopyButtonProps) {
  const [note, setNote] = useState('');
  const [shown, setShown] = useState<string>();

  async function copy() {
    try {
      const copied = await text();
      if (isSecureContext) await navigator.clipboard.writeText(copied);
      else setShown(copied);
      setNote(`${isSecureContext ? 'Copied. ' : ''}${describe?.(copied) ?? ''}`);
    } catch (error) {
      setNote(String(error instanceof Error ? error.message : error));
    }
  }

  return (
    <span className="d-inline-flex flex-wrap align-items-center gap-1">
      <Button variant="outline-secondary" onClick={copy}>
        {label}
      </Button>
      <output>{note}</output>
      {shown !== undefined && (
        <Form.Control
          as="textarea"
          rows={6}
          readOnly
          autoFocus
          aria-label={`${label}: select and copy this text`}
          value={shown}
          onFocus={({ target }) => target.select()}
        />
      )}
    </span>
  );
}
