import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { characterCount, fieldFull, textTruncated } from '../messages.ts';
import { type MessageFields, maxLengths } from './messageFields.ts';

type FieldElement = HTMLInputElement | HTMLTextAreaElement;

export interface MessageFieldProps {
  label: string;
  name: keyof MessageFields;
  value: string;
  readOnly: boolean;
  onEdit(change: Partial<MessageFields>): void;
  /** Makes the field multiline. */
  rows?: number;
}

/** A text field with a character count, and a note when it is full or a paste or drop was truncated. */
export function MessageField({ label, name, value, readOnly, onEdit, rows }: MessageFieldProps) {
  const maxLength = maxLengths[name];
  const Field = rows ? 'textarea' : 'input';
  const [truncation, setTruncation] = useState('');
  const note = truncation || (value.length >= maxLength && fieldFull(maxLength));

  const noteTruncation = (
    event: ClipboardEvent<FieldElement> | DragEvent<FieldElement>,
    data: DataTransfer,
  ) => {
    if (readOnly) return;
    const text = data.getData('text').replaceAll('\r\n', '\n');
    // Browsers leave out the line breaks at the end of a text for a single line.
    const inserted = rows ? text : text.replace(/[\r\n]+$/, '');
    const describe = watchInsertion(event.currentTarget, inserted, event.type === 'drop');
    // The browser inserts the text, and cuts it to `maxlength`, after this event.
    setTimeout(() => setTruncation(describe()));
  };

  return (
    <div className="field">
      <div className="field-header">
        <label className="form-label" htmlFor={name}>
          {label}
        </label>
        <small id={`${name}-count`}>{characterCount(value.length, maxLength)}</small>
      </div>
      <Field
        {...(rows ? { rows } : { type: 'text' })}
        className="form-control"
        id={name}
        name={name}
        value={value}
        maxLength={maxLength}
        readOnly={readOnly}
        required
        dir="auto"
        aria-describedby={`${name}-count ${name}-note`}
        onPaste={(event: ClipboardEvent<FieldElement>) =>
          noteTruncation(event, event.clipboardData)
        }
        onDrop={(event: DragEvent<FieldElement>) => noteTruncation(event, event.dataTransfer)}
        onChange={({ target, nativeEvent }) => {
          if (!isInsertion(nativeEvent)) setTruncation('');
          onEdit({ [name]: target.value });
        }}
      />
      {/* A field would print only what fits into it. */}
      <div className="printed-text" dir="auto">
        {value}
      </div>
      <small className="form-text" id={`${name}-note`} role="status">
        {note}
      </small>
    </div>
  );
}

/**
 * Call before the browser inserts a text into a field.
 * @returns a function that, called after that, describes what was left out
 */
function watchInsertion(field: FieldElement, inserted: string, isDrop: boolean): () => string {
  const { value, selectionStart, selectionEnd } = field;
  const selected = value.slice(selectionStart ?? 0, selectionEnd ?? 0);
  // A drop replaces no selection, but a text that is moved within the field is the selected one.
  const replaced = isDrop && selected !== inserted ? '' : selected;
  const isAtEnd = isDrop ? value === '' : selectionEnd === value.length;
  return () => {
    const lost = value.length - replaced.length + inserted.length - field.value.length;
    return lost > 0 ? textTruncated(lost, isAtEnd) : '';
  };
}

/** Whether this is the input event of a paste or drop, which follows the paste or drop event itself. */
function isInsertion(event: Event): boolean {
  const type = event instanceof InputEvent ? event.inputType : '';
  return type === 'insertFromPaste' || type === 'insertFromDrop';
}
