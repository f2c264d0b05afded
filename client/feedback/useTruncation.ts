import { type RefObject, useEffect, useState } from 'react';
import { countLost, type SelectedText } from './countLost.ts';
import type { FieldElement } from './messageFields.ts';

/** The part of an added text that the browser has left out. */
export interface Truncation {
  /** The number of characters left out, as far as it is known. */
  lost: number;
  /** Whether something may have been left out. */
  mayBeCut: boolean;
}

const complete: Truncation = { lost: 0, mayBeCut: false };

/**
 * Counts the characters that the browser has left out of the last text that was typed, pasted, dropped or composed.
 * @param text the current text of the field. After another change, the count is 0
 */
export function useTruncation(ref: RefObject<FieldElement | null>, text: string): Truncation {
  const [truncated, setTruncated] = useState({ text: '', ...complete });

  useEffect(() => {
    const field = ref.current as FieldElement;
    // The next text of a composition replaces the last, which Firefox does not select.
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

    /**
     * Handles a text that a browser extension inserts by `execCommand`. In Chromium, it has no `beforeinput` event, and
     * its `input` event contains the inserted text.
     */
    function onInput(event: Event) {
      const { data } = event as InputEvent;
      const mayBeCut = !isCounted && isAtLimit(field) && (data ?? '').length > 1;
      if (mayBeCut) setTruncated({ ...complete, text: field.value, mayBeCut });
    }

    function onCompositionEnd() {
      beforeComposition = undefined;
    }

    // React's `onBeforeInput` is not the native event.
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

/** Counts the characters of `data`, a text that has just been added, that are missing in a full field. */
function countLeftOut(field: FieldElement, before: SelectedText, data: string): number {
  const { value, maxLength, type } = field;
  if (!isAtLimit(field)) return 0;

  const lines = data.replace(/\r\n?/g, '\n');
  // In a field with a single line, browsers leave out line breaks at the end.
  const added = type === 'text' ? lines.replace(/\n+$/, '').replaceAll('\n', ' ') : lines;
  const lost = countLost(before, added, value);
  // `describeLength` already says that the field is full.
  const isFull = value.length >= maxLength;
  const isKey = [...added].length === 1;
  return isFull && isKey && lost === added.length ? 0 : lost;
}
