import { type RefObject, useEffect } from 'react';
import { StatusIcon } from '../alerts/StatusIcon.tsx';
import { contactUrl } from '../links.ts';
import { contactLink, progressTexts } from '../messages.ts';
import { useSettings } from '../settings.ts';
import type { Outcome } from './outcome.ts';

export interface SubmissionStatusProps {
  /** What Submit is doing. Empty if it is doing nothing. */
  progress: string;
  outcome: Outcome | undefined;
  /** Gets the focus when Submit is pressed. Tab leads from it to Submit. */
  ref: RefObject<HTMLDivElement | null>;
}

/** What Submit is doing, and what has become of the last attempt to submit. */
export function SubmissionStatus({ progress, outcome, ref }: SubmissionStatusProps) {
  // The focus moves to the first step, so a live region would announce it once more.
  const isFirstStep = progress === progressTexts.checking;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the outcome
  useEffect(() => {
    const { current } = ref;
    if (current?.contains(document.activeElement)) current.scrollIntoView({ block: 'nearest' });
  }, [ref, outcome?.title]);

  return (
    <div className="form-status" ref={ref} tabIndex={-1}>
      {isFirstStep && progress}
      <div role="status">
        {!isFirstStep && progress}
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
      <p>
        {quote && <bdi>{`“${quote}”`}</bdi>}
        {text}{' '}
        {offersContact && <a href={contactUrl(settings)}>{contactLink(settings.providerName)}</a>}
      </p>
    </div>
  );
}
