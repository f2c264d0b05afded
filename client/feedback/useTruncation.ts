import { type RefObject, useEffect, useState } from 'react';
import { countLost, type SelectedText } from './countLost.ts';
import type { FieldElement } from './messageFields.ts';

/** What the browser has left out of a text that was added. */
export interface Truncation {
  /** The number of characters, as far as it is known. */
  lost: number;
  /** Whether it is not known if something was left out. */
  mayBeCut: boolean;
}

const complete: Truncation = { lost: 0, mayBeCut: false };

/**
 * Counts what the browser has left out of the last text that was typed, pasted, dropped or composed.
 * @param text the text of the field, which may no longer be the one that was truncated
 */
export function useTruncation(ref: RefObject<FieldElement | null>, text: string): Truncation {
  const [truncated, setTruncated] = useState({ text: '', ...complete });

  useEffect(() => {
    const field = ref.current as FieldElement;
    // Firefox does not select what has been composed so far, which the next text of the composition replaces.
    let beforeComposition: SelectedText | undefined;
    let isCounted = false;

    function onBeforeInput({ data, inputType }: InputEvent) {
      const { value, selectionStart: start, selectionEnd: end } = field;
      const isComposed = inputType === 'insertCompositionText';
      beforeComposition = isComposed ? (beforeComposition ?? { value, start, end }) : undefined;
      const before = beforeComposition ?? { value, start, end };

      // The browser inserts the text, and cuts it to `maxlength`, after this event.
      isCounted = true;
      setTimeout(() => {
        isCounted = false;
        const lost = countLeftOut(field, before, data ?? '');
        setTruncated({ ...complete, text: field.value, lost });
      });
    }

    /** In Chromium, a text that a tool inserts by `execCommand` has no event before this one, which has what was inserted. */
    function onInput(event: Event) {
      const { data } = event as InputEvent;
      const mayBeCut = !isCounted && isAtLimit(field) && (data ?? '').length > 1;
      if (mayBeCut) setTruncated({ ...complete, text: field.value, mayBeCut });
    }

    function onCompositionEnd() {
      beforeComposition = undefined;
    }

    // React's own event of this name is another one.
    field.addEventListener('beforeinput', onBeforeInput);
    field.addEventListener('compositionend', onCompositionEnd);
    field.addEventListener('input', onInput);
    return () => {
      field.removeEventListener('beforeinput', onBeforeInput);
      field.removeEventListener('compositionend', onCompositionEnd);
      field.removeEventListener('input', onInput);
    };
  }, [ref]);

  return truncated.text === text ? truncated : complete;
}

/** Whether a field is full, except perhaps for half of an emoji, which is left out as well. */
function isAtLimit({ value, maxLength }: FieldElement): boolean {
  return value.length >= maxLength - 1;
}

/** @param data a text that has just been added */
function countLeftOut(field: FieldElement, before: SelectedText, data: string): number {
  const { value, maxLength, type } = field;
  if (!isAtLimit(field)) return 0;

  const lines = data.replace(/\r\n?/g, '\n');
  // Browsers leave out the line breaks at the end of a text for a single line.
  const added = type === 'text' ? lines.replace(/\n+$/, '').replaceAll('\n', ' ') : lines;
  const lost = countLost(before, added, value);
  // Another note says that the field is full.
  const isFull = value.length >= maxLength;
  const isKey = [...added].length === 1;
  return isFull && isKey && lost === added.length ? 0 : lost;
}
