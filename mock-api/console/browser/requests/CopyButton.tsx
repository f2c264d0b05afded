import { useState } from 'react';
import { Button, Form } from 'react-bootstrap';

interface CopyButtonProps {
  label: string;
  text(): string;
}

/** Copies a text. Without HTTPS or localhost, browsers do not allow that, and the text is shown. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [state, setState] = useState<'copied' | 'shown'>();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text());
      setState('copied');
    } catch {
      setState('shown');
    }
  }

  return (
    <span className="d-inline-flex flex-wrap align-items-center gap-1">
      <Button size="sm" variant="outline-secondary" onClick={copy}>
        {label}
      </Button>
      <output>{state === 'copied' && 'Copied.'}</output>
      {state === 'shown' && (
        <Form.Control
          as="textarea"
          rows={6}
          readOnly
          autoFocus
          aria-label={`${label}: select and copy this text`}
          value={text()}
          onFocus={({ target }) => target.select()}
        />
      )}
    </span>
  );
}
