import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { elementIds } from '../elementIds.ts';
import { characterCount, describeLength, removeCharacters, textTruncated } from '../messages.ts';
import { countLost, type SelectedText } from './countLost.ts';
import { type FieldElement, fieldId, formFields } from './messageFields.ts';

export interface MessageFieldProps {
  field: (typeof formFields)[number];
  /** The text of the field, which the store writes to the element: React would undo what a tool has written. */
  text: string;
  readOnly: boolean;
}

/** A text field with a character count, and a note when it is full or what was added was truncated. */
export function MessageField({ field, text, readOnly }: MessageFieldProps) {
  const { name, label, maxLength, isRequired, rows } = field;
  const id = fieldId(name);
  const ref = useRef<FieldElement>(null);
  const truncation = useTruncation(ref);
  const { length } = text;
  const note = truncation || describeLength(length, maxLength);
  const isOnlySpoken = length < maxLength && !truncation;
  const descriptions = [`${id}-count`, `${id}-note`];
  // The focus cannot reach a disabled Submit, to which the hint belongs.
  if (field === formFields.at(-1)) descriptions.push(elementIds.formHint);

  return (
    <div className="field" data-text={text || null}>
      <div className="field-header">
        <label htmlFor={id}>{label}</label>
        <div
          className={note ? 'form-note near-limit' : 'form-note'}
          id={`${id}-count`}
          // The loader changes it when something is typed before the script.
          suppressHydrationWarning
        >
          {characterCount(length, maxLength)}
        </div>
      </div>
      <TextControl
        rows={rows}
        id={id}
        name={name}
        ref={ref}
        maxLength={maxLength}
        readOnly={readOnly}
        required={isRequired}
        aria-describedby={descriptions.join(' ')}
      />
      <div id={`${id}-note`}>
        {/* Without the numbers, which change with each key: the counter is silent. */}
        <p role="status" className={isOnlySpoken ? 'visually-hidden' : 'field-note'}>
          {note}
        </p>
        {length > maxLength && <p className="field-note">{removeCharacters(length - maxLength)}</p>}
      </div>
    </div>
  );
}

/** The element of a field, with one line or several. */
export function TextControl({
  rows,
  ...props
}: ComponentProps<'textarea'> & ComponentProps<'input'>) {
  if (!rows) return <input type="text" className="form-control" dir="auto" {...props} />;
  return <textarea rows={rows} className="form-control" dir="auto" {...props} />;
}

/** Describes what the browser has left out of the last text that was typed, pasted, dropped or composed. */
function useTruncation(ref: RefObject<FieldElement | null>): string {
  const [truncation, setTruncation] = useState('');

  useEffect(() => {
    const field = ref.current as FieldElement;
    // Firefox does not select what has been composed so far, which the next text of the composition replaces.
    let beforeComposition: SelectedText | undefined;

    function onBeforeInput({ data, inputType }: InputEvent) {
      const { value, selectionStart: start, selectionEnd: end } = field;
      const isComposed = inputType === 'insertCompositionText';
      beforeComposition = isComposed ? (beforeComposition ?? { value, start, end }) : undefined;
      const before = beforeComposition ?? { value, start, end };

      // The browser inserts the text, and cuts it to `maxlength`, after this event.
      setTimeout(() => setTruncation(describeLoss(field, before, data ?? '')));
    }

    function onCompositionEnd() {
      beforeComposition = undefined;
    }

    // React's own event of this name is another one.
    field.addEventListener('beforeinput', onBeforeInput);
    field.addEventListener('compositionend', onCompositionEnd);
    return () => {
      field.removeEventListener('beforeinput', onBeforeInput);
      field.removeEventListener('compositionend', onCompositionEnd);
    };
  }, [ref]);

  return truncation;
}

/** @param data a text that has just been added */
function describeLoss(field: FieldElement, before: SelectedText, data: string): string {
  const { value, maxLength, type } = field;
  // Half of an emoji is left out as well.
  if (value.length < maxLength - 1) return '';

  const lines = data.replace(/\r\n?/g, '\n');
  // Browsers leave out the line breaks at the end of a text for a single line.
  const added = type === 'text' ? lines.replace(/\n+$/, '').replaceAll('\n', ' ') : lines;
  const lost = countLost(before, added, value);
  // Another note says that the field is full.
  const isKeyInFullField = lost === added.length && [...added].length === 1;
  return lost > 0 && !isKeyInFullField ? textTruncated(lost) : '';
}
