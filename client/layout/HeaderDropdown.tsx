import { useId } from 'react';
import type { LinkGroup } from '../links.ts';
import { SiteAnchor } from './SiteAnchor.tsx';
import { useDisclosure } from './useDisclosure.ts';

/** A button that toggles a list of links. */
export function HeaderDropdown({ text, links }: LinkGroup) {
  const id = useId();
  const dropdown = useDisclosure<HTMLDivElement>();
  return (
    <div className="header-dropdown" {...dropdown.container}>
      <button
        type="button"
        className="header-dropdown-button"
        aria-controls={id}
        {...dropdown.button}
      >
        {text}
      </button>
      <ul id={id} data-open={dropdown.isOpen}>
        {links.map((link) => (
          <li key={link.text}>
            <SiteAnchor {...link} hasIcon />
          </li>
        ))}
      </ul>
    </div>
  );
}
