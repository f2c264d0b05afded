import { type RefObject, useEffect, useState } from 'react';
import { countLost, type SelectedText } from './countLost.ts';
import type { FieldElement } from './messageFields.ts';

/**
 * Counts what the browser has left out of the last text that was typed, pasted, dropped or composed.
 * @param text the text of the field, which may no longer be the one that was truncated
 */
export function useTruncation(ref: RefObject<FieldElement | null>, text: string): number {
  const [truncated, setTruncated] = useState({ text: '', lost: 0 });

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
      setTimeout(() => {
        const lost = countLeftOut(field, before, data ?? '');
        setTruncated({ text: field.value, lost });
      });
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

  return truncated.text === text ? truncated.lost : 0;
}

/** @param data a text that has just been added */
function countLeftOut(field: FieldElement, before: SelectedText, data: string): number {
  const { value, maxLength, type } = field;
  // Half of an emoji is left out as well.
  if (value.length < maxLength - 1) return 0;

  const lines = data.replace(/\r\n?/g, '\n');
  // Browsers leave out the line breaks at the end of a text for a single line.
  const added = type === 'text' ? lines.replace(/\n+$/, '').replaceAll('\n', ' ') : lines;
  const lost = countLost(before, added, value);
  // Another note says that the field is full.
  const isFull = value.length >= maxLength;
  const isKey = [...added].length === 1;
  return isFull && isKey && lost === added.length ? 0 : lost;
}
