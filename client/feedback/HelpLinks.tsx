import type { BriefNames } from '../api/feedbackApi.ts';
import { contactHeadingId } from '../elementIds.ts';
import { JumpLink } from '../layout/JumpLink.tsx';
import { helpCards, helpUrls } from '../links.ts';
import { labels, writeToEditor } from '../messages.ts';
import { useSettings } from '../settings.ts';

export interface HelpLinksProps {
  brief: BriefNames;
  subscriberId: string;
}

/** The cards with the self-service links, and a link that skips them on a narrow screen. */
export function HelpLinks({ brief, subscriberId }: HelpLinksProps) {
  const urls = helpUrls(useSettings(), brief, subscriberId);
  if (!urls) return null;

  return (
    <>
      <JumpLink className="btn jump-link" target={contactHeadingId}>
        {writeToEditor}
      </JumpLink>
      <section className="help-links" data-testid="help-links" aria-label={labels.selfService}>
        {helpCards.map(({ title, links }) => (
          <div key={title} className="help-card">
            <h2>{title}</h2>
            <ul>
              {links.map(({ text, key }) => (
                <li key={key}>
                  <a href={urls[key]} data-key={key}>
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </section>
    </>
  );
}
