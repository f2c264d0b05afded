import type { SiteLink } from '../links.ts';
import { newTab } from '../messages.ts';
import { Icon } from './Icon.tsx';

export interface SiteAnchorProps extends SiteLink {
  /** Whether an icon shows that the link opens a new tab. Screen readers announce that in any case. */
  hasIcon?: boolean;
}

/** A link in the header or footer. */
export function SiteAnchor({ text, href, opensNewTab, hasIcon }: SiteAnchorProps) {
  if (!opensNewTab) return <a href={href}>{text}</a>;

  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {text}
      <span className="visually-hidden">{newTab}</span>
      {hasIcon && (
        <Icon
          className="new-tab-icon"
          viewBox="0 0 16 16"
          path="M6 3H2.5v10.5H13V10M9 2.5h4.5V7M13.5 2.5L7 9"
          strokeWidth="1.5"
        />
      )}
    </a>
  );
}
