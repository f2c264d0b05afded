import { type MouseEvent, useState } from 'react';
import type { BriefNames } from '../api/feedbackApi.ts';
import { JumpLink } from '../layout/JumpLink.tsx';
import { useHydrated } from '../layout/useHydrated.ts';
import { helpCards } from '../links.ts';
import { useSettings } from '../settings.ts';
import { contactHeadingId } from './ContactForm.tsx';

/** In ms. Within this time a pointer's click can be meant for what the page has replaced. */
const lateClickMs = 500;

export interface HelpLinksProps {
  brief: BriefNames;
  subscriberId: string;
}

/** The cards with the self-service links, and a link that skips them on a narrow screen. */
export function HelpLinks({ brief, subscriberId }: HelpLinksProps) {
  const cards = helpCards(useSettings(), brief, subscriberId);
  const isHydrated = useHydrated();
  // A card in the document was there before the script.
  const [shownAt] = useState(() => (isHydrated ? performance.now() : -lateClickMs));

  function cancelLateClick(event: MouseEvent<HTMLElement, PointerEvent>) {
    // Both are empty for a key and for assistive technology; Safari has no pointer type.
    const hasPointer = event.detail > 0 && event.nativeEvent.pointerType !== '';
    if (hasPointer && event.timeStamp - shownAt < lateClickMs) event.preventDefault();
  }

  if (cards.length === 0) return null;
  return (
    <>
      <JumpLink className="btn jump-link" target={contactHeadingId}>
        Write to the editor
      </JumpLink>
      <section
        className="help-links"
        onClickCapture={cancelLateClick}
        data-testid="help-links"
        aria-label="Self-service"
      >
        {cards.map(({ title, links }) => (
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
    </>
  );
}
