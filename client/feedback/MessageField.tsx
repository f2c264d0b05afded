import { type ComponentProps, useRef } from 'react';
import { elementIds } from '../elementIds.ts';
import { characterCount, describeLength, removeCharacters, truncation } from '../messages.ts';
import { type FieldElement, fieldId, formFields } from './messageFields.ts';
import { useTruncation } from './useTruncation.ts';

export interface MessageFieldProps {
  field: (typeof formFields)[number];
  /**
   * The text of the field. The store writes it to the element, because React would undo what a browser extension has
   * written.
   */
  text: string;
  readOnly: boolean;
}

/**
 * A text field with a character count. A note takes the place of the count, so that nothing moves, when the field is
 * full, its text is too long or an added text was truncated.
 */
export function MessageField({ field, text, readOnly }: MessageFieldProps) {
  const { name, label, maxLength, isRequired, rows } = field;
  const id = fieldId(name);
  const ref = useRef<FieldElement>(null);
  const { lost, mayBeCut } = useTruncation(ref, text);
  const { length } = text;
  const note = mayBeCut ? truncation.possible : describeLength(length, maxLength);
  const excess = length - maxLength;
  const isNoteShown = lost > 0 || mayBeCut || excess === 0;
  const isCountShown = !isNoteShown && excess < 0;
  const descriptions = [`${id}-count`, `${id}-note`];
  // The focus cannot reach a disabled Submit, to which the hint belongs.
  if (field === formFields.at(-1)) descriptions.push(elementIds.formHint);

  return (
    // Printed instead of the field. The loader changes it when something is typed before the script.
    <div className="field" data-text={text} suppressHydrationWarning>
      <div className="field-header">
        <label htmlFor={id}>{label}</label>
        <div className={note || lost > 0 ? 'form-note near-limit' : 'form-note'}>
          <div
            id={`${id}-count`}
            className={isCountShown ? undefined : 'replaced'}
            // The loader changes it when something is typed before the script.
            suppressHydrationWarning
          >
            {characterCount(length, maxLength)}
          </div>
          <div id={`${id}-note`} className="field-note">
            {/* Without the numbers, which change with each key: the counter is silent. */}
            <div role="status" className={isNoteShown ? undefined : 'visually-hidden'}>
              {lost > 0 ? <Truncation lost={lost} /> : note}
            </div>
            {excess > 0 && <div>{removeCharacters(excess)}</div>}
          </div>
        </div>
      </div>
      <TextControl
        rows={rows}
        id={id}
        name={name}
        ref={ref}
        maxLength={maxLength}
        readOnly={readOnly}
        // Not `required`: Firefox would announce an empty field as invalid.
        aria-required={isRequired}
        aria-describedby={descriptions.join(' ')}
      />
    </div>
  );
}

function Truncation({ lost }: { lost: number }) {
  return (
    <span>
      <span className="truncation-cause">{`${truncation.cause} `}</span>
      {truncation.loss(lost)}
    </span>
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
