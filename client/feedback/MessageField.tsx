import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { FormControl, FormGroup, FormLabel, FormText } from 'react-bootstrap';
import { textTruncated } from '../messages.ts';
import { type MessageFields, maxLengths } from './messageFields.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

export interface MessageFieldProps {
  label: string;
  name: keyof MessageFields;
  value: string;
  readOnly: boolean;
  onEdit(change: Partial<MessageFields>): void;
  /** Makes the field multiline. */
  rows?: number;
}

/** A text field with a character count, and a note when a paste or drop was truncated. */
export function MessageField({ label, name, value, readOnly, onEdit, rows }: MessageFieldProps) {
  const maxLength = maxLengths[name];
  const [lostCount, setLostCount] = useState(0);

  const updateLostCount = (event: ClipboardEvent<Field> | DragEvent<Field>, data: DataTransfer) => {
    if (readOnly) return;
    setLostCount(countLostCharacters(event.currentTarget, data.getData('text'), maxLength));
  };

  return (
    <FormGroup className="mb-3" controlId={name}>
      <div className="d-flex justify-content-between align-items-baseline">
        <FormLabel>{label}</FormLabel>
        <small id={`${name}-count`}>{`${value.length} / ${maxLength}`}</small>
      </div>
      <FormControl
        {...(rows ? { as: 'textarea' as const, rows } : { type: 'text' })}
        name={name}
        value={value}
        maxLength={maxLength}
        readOnly={readOnly}
        required
        aria-describedby={`${name}-count ${name}-note`}
        onPaste={(event: ClipboardEvent<Field>) => updateLostCount(event, event.clipboardData)}
        onDrop={(event: DragEvent<Field>) => updateLostCount(event, event.dataTransfer)}
        onChange={({ target, nativeEvent }) => {
          if (!isInsertion(nativeEvent)) setLostCount(0);
          onEdit({ [name]: target.value });
        }}
      />
      <FormText id={`${name}-note`} role="status">
        {lostCount > 0 && textTruncated(lostCount, maxLength)}
      </FormText>
    </FormGroup>
  );
}

/** The number of characters that `maxlength` will cut off the inserted text. */
function countLostCharacters(field: Field, inserted: string, maxLength: number): number {
  const { value, selectionStart, selectionEnd } = field;
  const selectedLength = (selectionEnd ?? 0) - (selectionStart ?? 0);
  const insertedLength = inserted.replaceAll('\r\n', '\n').length;
  return Math.max(0, value.length - selectedLength + insertedLength - maxLength);
}

/** Whether this is the input event of a paste or drop, which follows the paste or drop event itself. */
function isInsertion(event: Event): boolean {
  const type = event instanceof InputEvent ? event.inputType : '';
  return type === 'insertFromPaste' || type === 'insertFromDrop';
}
