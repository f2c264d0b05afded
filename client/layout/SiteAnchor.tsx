import type { SiteLink } from '../links.ts';

/** A link in the header or footer. If it opens a new tab, screen readers announce that. */
export function SiteAnchor({ text, href, opensNewTab }: SiteLink) {
  if (!opensNewTab) return <a href={href}>{text}</a>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {text}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
