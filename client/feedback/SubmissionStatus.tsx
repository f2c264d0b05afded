import type { Ref } from 'react';
import { StatusIcon } from '../alerts/StatusIcon.tsx';
import { contactUrl } from '../links.ts';
import { contactLink } from '../messages.ts';
import { useSettings } from '../settings.ts';
import type { Outcome } from './outcome.ts';

export interface SubmissionStatusProps {
  /** What Submit is doing. Empty if it is doing nothing. */
  progress: string;
  outcome: Outcome | undefined;
  /** Gets the focus when Submit is pressed. */
  ref: Ref<HTMLDivElement>;
}

/** What Submit is doing, and what has become of the last attempt to submit. */
export function SubmissionStatus({ progress, outcome, ref }: SubmissionStatusProps) {
  return (
    <div ref={ref} tabIndex={-1}>
      <div role="status">
        {progress}
        {outcome && !outcome.isUrgent && <OutcomeBlock {...outcome} />}
      </div>
      <div role="alert">{outcome?.isUrgent && <OutcomeBlock {...outcome} />}</div>
    </div>
  );
}

function OutcomeBlock({ type, title, quote, text, offersContact }: Outcome) {
  const settings = useSettings();
  return (
    <div className="outcome" data-type={type}>
      <StatusIcon type={type} />
      <strong>{title}</strong>
      {quote && (
        <p>
          <bdi>{`“${quote}”`}</bdi>
        </p>
      )}
      {text && (
        <p>
          {text}
          {offersContact && (
            <>
              {' '}
              <a href={contactUrl(settings)}>{contactLink(settings.providerName)}</a>
            </>
          )}
        </p>
      )}
    </div>
  );
}
