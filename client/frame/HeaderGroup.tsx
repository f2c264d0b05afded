import { type KeyboardEvent, useId, useRef } from 'react';
import type { LinkGroup } from '../links.ts';
import { SiteAnchor } from './SiteAnchor.tsx';
import { useDisclosure } from './useDisclosure.ts';

/** How far each key moves in the list, as far as the list goes. */
const moves: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** A button with a list of links below it, in which the arrow keys move. */
export function HeaderGroup({ text, links }: LinkGroup) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const group = useDisclosure<HTMLDivElement>();

  function onKeyDown(event: KeyboardEvent) {
    group.container.onKeyDown(event);
    const step = moves[event.key];
    if (step === undefined) return;
    event.preventDefault();
    group.open();
    const anchors = [...(list.current?.querySelectorAll('a') ?? [])];
    const from = anchors.indexOf(document.activeElement as HTMLAnchorElement);
    const to = Math.min(Math.max(from + step, 0), anchors.length - 1);
    anchors[to]?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the button and the links in it
    <div className="site-group" {...group.container} onKeyDown={onKeyDown}>
      <button type="button" className="site-group-button" aria-controls={id} {...group.button}>
        {text}
      </button>
      <ul id={id} ref={list} data-open={group.isOpen}>
        {links.map((link) => (
          <li key={link.text}>
            <SiteAnchor {...link} />
          </li>
        ))}
      </ul>
    </div>
  );
}
