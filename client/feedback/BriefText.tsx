import { Fragment } from 'react';
import { thisBrief } from '../messages.ts';

/**
 * A text in which `{brief}` is replaced by the name of the brief. The host does not know the name: `earlyPage.ts`
 * writes it into the `bdi` elements.
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
