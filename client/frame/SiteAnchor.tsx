import type { SiteLink } from '../links.ts';

/** A link of the frame. One that opens a new tab says so to those who do not see it open. */
export function SiteAnchor({ text, href, opensNewTab }: SiteLink) {
  if (!opensNewTab) return <a href={href}>{text}</a>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {text}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
