import { Fragment } from 'react';
import { thisBrief } from '../messages.ts';

/**
 * A text with the name of the brief in place of `{brief}`. The loader fills the name into the `bdi` elements of the
 * document, which has none.
 */
export function BriefText({ text, name }: { text: string; name: string }) {
  const [first, ...others] = text.split('{brief}');
  return (
    <>
      {first}
      {others.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts do not change
        <Fragment key={index}>
          <bdi translate="no">{name || thisBrief}</bdi>
          {part}
        </Fragment>
      ))}
    </>
  );
}
