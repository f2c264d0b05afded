import { useLocation } from 'react-router-dom';
import useSWRImmutable from 'swr/immutable';
import type { BriefNames, FeedbackApi } from '../api/feedbackApi.ts';
import { RequestError } from '../api/RequestError.ts';

export interface BriefServices {
  feedbackApi: Pick<FeedbackApi, 'getBrief'>;
  /** The brief in the document that the client script hydrates, if it has one. */
  shownBrief?: BriefNames | undefined;
}

export type BriefState =
  | { kind: 'loading' }
  /** `isMissing`: there is no such brief, so that another attempt would fail, too. */
  | { kind: 'failed'; isMissing: boolean }
  | { kind: 'ready'; brief: BriefNames };

/**
 * Fetches a brief once per navigation to the page, without revalidation: a failed revalidation
 * would redirect a subscriber who is writing. "Try again" is a new navigation, so it does not reuse
 * a cached error. A brief that is already shown is not fetched.
 */
export function useBrief(briefId: string, { feedbackApi, shownBrief }: BriefServices): BriefState {
  const { key: navigation } = useLocation();
  const { data = shownBrief, error } = useSWRImmutable(
    shownBrief ? null : ['getBrief', briefId, navigation],
    () => feedbackApi.getBrief(briefId),
    { shouldRetryOnError: false },
  );
  if (data) return { kind: 'ready', brief: data };
  if (!error) return { kind: 'loading' };
  return { kind: 'failed', isMissing: error instanceof RequestError && error.isNotFound };
}
