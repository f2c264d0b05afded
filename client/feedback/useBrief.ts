import useSWRImmutable from 'swr/immutable';
import type { BriefNames } from '../api/feedbackApi.ts';
import { useServices } from '../services.ts';

export type BriefState =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'ready'; brief: BriefNames };

/**
 * Reads a brief once per visit. Nothing reads it again behind the subscriber's back: a second reading
 * that fails would take the page away from somebody who is writing.
 */
export function useBrief(briefId: string): BriefState {
  const { api } = useServices();
  const { data, error, isValidating } = useSWRImmutable(
    ['getBrief', briefId],
    () => api.getBrief(briefId),
    { shouldRetryOnError: false },
  );
  if (data) return { kind: 'ready', brief: data };
  return error && !isValidating ? { kind: 'failed' } : { kind: 'loading' };
}
