import type { RefObject } from 'react';
import { elementIds } from '../elementIds.ts';
import { useHydrated } from '../layout/useHydrated.ts';
import { contactForm, notSaved } from '../messages.ts';
import { SlowHint } from './LoadingNotice.tsx';
import { findHint, isEmpty } from './messageFields.ts';
import { canSubmit, isBusy, type MessageState } from './messageState.ts';
import { SubmissionProgress } from './SubmissionProgress.tsx';

export interface FormActionsProps {
  state: MessageState;
  /** Whether the browser has not stored the state. */
  isNotSaved: boolean;
  submitRef: RefObject<HTMLButtonElement | null>;
  progressRef: RefObject<HTMLDivElement | null>;
}

/** Submit, with the hint or the progress beside it. */
export function FormActions({ state, isNotSaved, submitRef, progressRef }: FormActionsProps) {
  return (
    <div className="form-actions">
      <button
        type="submit"
        className="btn btn-primary"
        ref={submitRef}
        disabled={!canSubmit(state)}
      >
        {contactForm.submit}
      </button>
      <div className="form-hint">
        <FormHint state={state} isNotSaved={isNotSaved} />
        <SubmissionProgress state={state} ref={progressRef} />
      </div>
    </div>
  );
}

/** The hint beside Submit: what the subscriber must do first, and that the browser does not keep the text. */
function FormHint({ state, isNotSaved }: { state: MessageState; isNotSaved: boolean }) {
  const isHydrated = useHydrated();
  const { fields, receipt } = state;
  return (
    <>
      {/* The loader changes it when something is typed before the script. */}
      <p
        id={elementIds.formHint}
        className={isEmpty(fields) ? 'visually-hidden' : undefined}
        suppressHydrationWarning
      >
        {!isBusy(state) && !receipt?.isNew && findHint(fields)}
      </p>
      <div role="status">{isNotSaved && <p className="near-limit">{notSaved}</p>}</div>
      {!isHydrated && <SlowHint />}
    </>
  );
}
