import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { Form } from 'react-bootstrap';
import { cutNote } from '../failureWords.ts';
import { type FieldName, type MessageFields, maxLengths } from './messageFields.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

export interface MessageFieldProps {
  label: string;
  name: FieldName;
  value: string;
  readOnly: boolean;
  onEdit(change: Partial<MessageFields>): void;
  /** More than one line. */
  rows?: number;
}

/** A text field that counts its characters and says so when a paste does not fit. */
export function MessageField({ label, name, value, readOnly, onEdit, rows }: MessageFieldProps) {
  const maxLength = maxLengths[name];
  const [lost, setLost] = useState(0);

  const noteLoss = (event: ClipboardEvent<Field> | DragEvent<Field>, data: DataTransfer) => {
    if (!readOnly) setLost(charactersLost(event.currentTarget, data.getData('text'), maxLength));
  };

  return (
    <Form.Group className="mb-3" controlId={name}>
      <div className="d-flex justify-content-between align-items-baseline">
        <Form.Label>{label}</Form.Label>
        <small id={`${name}-count`}>{`${value.length} / ${maxLength}`}</small>
      </div>
      <Form.Control
        {...(rows ? { as: 'textarea' as const, rows } : { type: 'text' })}
        name={name}
        value={value}
        maxLength={maxLength}
        readOnly={readOnly}
        required
        aria-describedby={`${name}-count ${name}-note`}
        onPaste={(event: ClipboardEvent<Field>) => noteLoss(event, event.clipboardData)}
        onDrop={(event: DragEvent<Field>) => noteLoss(event, event.dataTransfer)}
        onChange={({ target, nativeEvent }) => {
          if (!isInsertion(nativeEvent)) setLost(0);
          onEdit({ [name]: target.value });
        }}
      />
      <Form.Text id={`${name}-note`} role="status">
        {lost > 0 && cutNote(lost, maxLength)}
      </Form.Text>
    </Form.Group>
  );
}

/** How many characters of an insertion the browser is about to leave out. */
function charactersLost(field: Field, text: string, maxLength: number): number {
  const { value, selectionStart, selectionEnd } = field;
  const selected = (selectionEnd ?? 0) - (selectionStart ?? 0);
  const inserted = text.replaceAll('\r\n', '\n').length;
  return Math.max(0, value.length - selected + inserted - maxLength);
}

/** The input event of the paste or drop itself, which follows the event that noted the loss. */
function isInsertion(event: Event): boolean {
  const type = event instanceof InputEvent ? event.inputType : '';
  return type === 'insertFromPaste' || type === 'insertFromDrop';
}
