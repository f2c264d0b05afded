import { CardBody, CardTitle } from 'react-bootstrap';
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
        <div key={title} className="card help-card">
          <CardBody>
            <CardTitle as="h2">{title}</CardTitle>
            <ul>
              {links.map(({ text, key, href }) => (
                <li key={key}>
                  <a href={href} data-key={key}>
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </CardBody>
        </div>
      ))}
    </section>
  );
}
