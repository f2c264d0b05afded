import { type KeyboardEvent, useId, useRef } from 'react';
import type { LinkGroup } from '../links.ts';
import { SiteAnchor } from './SiteAnchor.tsx';
import { useDisclosure } from './useDisclosure.ts';

/** How far each key moves the focus; the result is clamped to the list. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** A button that toggles a list of links; the arrow keys, Home and End move the focus in the list. */
export function HeaderDropdown({ text, links }: LinkGroup) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const dropdown = useDisclosure<HTMLDivElement>();

  function onKeyDown(event: KeyboardEvent) {
    dropdown.container.onKeyDown(event);
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    dropdown.open();
    const anchors = [...(list.current?.querySelectorAll('a') ?? [])];
    const from = anchors.indexOf(document.activeElement as HTMLAnchorElement);
    const to = Math.min(Math.max(from + step, 0), anchors.length - 1);
    anchors[to]?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key events come from the button and the links
    <div className="header-dropdown" {...dropdown.container} onKeyDown={onKeyDown}>
      <button
        type="button"
        className="header-dropdown-button"
        aria-controls={id}
        {...dropdown.button}
      >
        {text}
      </button>
      <ul id={id} ref={list} data-open={dropdown.isOpen}>
        {links.map((link) => (
          <li key={link.text}>
            <SiteAnchor {...link} hasIcon />
          </li>
        ))}
      </ul>
    </div>
  );
}
