import type { BriefNames } from '../api/feedbackApi.ts';
import { helpCards } from '../links.ts';
import { useSettings } from '../settings.ts';

export interface HelpLinksProps {
  brief: BriefNames;
  subscriberId: string;
}

/** The cards with the self-service links. */
export function HelpLinks({ brief, subscriberId }: HelpLinksProps) {
  const settings = useSettings();
  return (
    <section className="help-links" data-testid="help-links" aria-label="Self-service">
      {helpCards(settings, brief, subscriberId).map(({ title, links }) => (
        <div key={title} className="help-card">
          <h2>{title}</h2>
          <ul>
            {links.map(({ text, key, href }) => (
              <li key={key}>
                <a href={href} data-key={key}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
