import { useLocation } from 'react-router-dom';
import useSWRImmutable from 'swr/immutable';
import type { BriefNames, FeedbackApi } from '../api/feedbackApi.ts';
import { RequestError } from '../api/RequestError.ts';

export type BriefState =
  | { kind: 'loading' }
  /** `isMissing`: there is no such brief, so that another attempt would fail, too. */
  | { kind: 'failed'; isMissing: boolean }
  | { kind: 'ready'; brief: BriefNames };

/**
 * Fetches a brief once per navigation to the page, without revalidation: a failed revalidation
 * would redirect a subscriber who is writing. "Try again" is a new navigation, so it does not reuse
 * a cached error.
 */
export function useBrief(briefId: string, feedbackApi: FeedbackApi): BriefState {
  const { key: navigation } = useLocation();
  const { data, error } = useSWRImmutable(
    ['getBrief', briefId, navigation],
    () => feedbackApi.getBrief(briefId),
    { shouldRetryOnError: false },
  );
  if (data) return { kind: 'ready', brief: data };
  if (!error) return { kind: 'loading' };
  return { kind: 'failed', isMissing: error instanceof RequestError && error.isNotFound };
}
