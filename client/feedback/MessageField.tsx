import { type RefObject, useEffect, useState } from 'react';
import { characterCount, lengthNotes, removeCharacters, textTruncated } from '../messages.ts';
import type { FieldElement, FormField } from './messageFields.ts';

export interface MessageFieldProps {
  field: FormField;
  /** The text of the field, which the store writes to the element: React would undo what a tool has written. */
  text: string;
  readOnly: boolean;
  ref: RefObject<FieldElement | null>;
}

/** A text field with a character count, and a note when it is full or what was added was truncated. */
export function MessageField({ field, text, readOnly, ref }: MessageFieldProps) {
  const { name, label, maxLength, isRequired, rows } = field;
  const Field = rows ? 'textarea' : 'input';
  const truncation = useTruncation(ref);
  const lengthKind = kindOfLength(text.length, maxLength);
  const isOnlySpoken = lengthKind === 'nearLimit' && !truncation;

  return (
    <div className="field" data-text={text}>
      <div className="field-header">
        <label htmlFor={name}>{label}</label>
        <div
          className={lengthKind === 'fits' ? 'form-note' : 'form-note near-limit'}
          id={`${name}-count`}
          // The loader changes it when something is typed before the script.
          suppressHydrationWarning
        >
          {characterCount(text.length, maxLength)}
        </div>
      </div>
      <Field
        {...(rows ? { rows } : { type: 'text' })}
        className="form-control"
        id={name}
        name={name}
        ref={ref}
        maxLength={maxLength}
        readOnly={readOnly}
        required={isRequired}
        dir="auto"
        aria-describedby={`${name}-count ${name}-note`}
      />
      <div id={`${name}-note`}>
        {/* Without the numbers, which change with each key: the counter is silent. */}
        <p role="status" className={isOnlySpoken ? 'visually-hidden' : 'field-note'}>
          {truncation || lengthNotes[lengthKind](maxLength)}
        </p>
        {lengthKind === 'tooLong' && (
          <p className="field-note">{removeCharacters(text.length - maxLength)}</p>
        )}
      </div>
    </div>
  );
}

function kindOfLength(length: number, maxLength: number): keyof typeof lengthNotes {
  if (length > maxLength) return 'tooLong';
  if (length === maxLength) return 'full';
  return length >= 0.9 * maxLength ? 'nearLimit' : 'fits';
}

/** Describes what the browser has left out of the last text that was typed, pasted or dropped. */
function useTruncation(field: RefObject<FieldElement | null>): string {
  const [truncation, setTruncation] = useState('');
  useEffect(() => {
    const element = field.current;
    let describe = (_text: string | null) => '';
    // The browser inserts the text, and cuts it to `maxlength`, after this event.
    const update = ({ data }: InputEvent | CompositionEvent) =>
      setTimeout(() => setTruncation(describe(data)));
    const onBeforeInput = (event: InputEvent) => {
      if (element) describe = watchInsertion(element, event.inputType);
      update(event);
    };
    // React's own event of this name is another one.
    element?.addEventListener('beforeinput', onBeforeInput);
    // Safari has already cut the text of the event before.
    element?.addEventListener('compositionend', update);
    return () => {
      element?.removeEventListener('beforeinput', onBeforeInput);
      element?.removeEventListener('compositionend', update);
    };
  }, [field]);
  return truncation;
}

/**
 * Call before the browser inserts a text into a field.
 * @returns a function that, called after that with the text, describes what was left out
 */
function watchInsertion(field: FieldElement, inputType: string): (text: string | null) => string {
  const { value, selectionStart, selectionEnd } = field;
  const keptLength = value.length - (selectionEnd - selectionStart);
  // Another note says so.
  const isFull = inputType === 'insertText' && keptLength >= field.maxLength;
  return (data) => {
    const text = data?.replaceAll('\r\n', '\n') ?? '';
    // Browsers leave out the line breaks at the end of a text for a single line.
    const inserted = field.type === 'text' ? text.replace(/[\r\n]+$/, '') : text;
    // Safari has already cut a typed text, of which nothing is left if it is one character.
    const isCut = inputType === 'insertText' && data === '';
    const lost = isCut ? 1 : keptLength + inserted.length - field.value.length;
    return (inserted || isCut) && lost > 0 && !isFull
      ? textTruncated(lost, selectionEnd === value.length)
      : '';
  };
}
