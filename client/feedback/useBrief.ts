import { useLocation } from 'react-router-dom';
import useSWRImmutable from 'swr/immutable';
import type { BriefNames } from '../api/feedbackApi.ts';
import { useServices } from '../services.ts';

export type BriefState =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'ready'; brief: BriefNames };

/**
 * Reads a brief once per visit of the page. Nothing reads it again behind the subscriber's back: a
 * second reading that fails would take the page away from somebody who is writing. Trying again is a
 * visit of its own, which does not begin with the failure of the last one.
 */
export function useBrief(briefId: string): BriefState {
  const { api } = useServices();
  const { key: visit } = useLocation();
  const { data, error } = useSWRImmutable(
    ['getBrief', briefId, visit],
    () => api.getBrief(briefId),
    { shouldRetryOnError: false },
  );
  if (data) return { kind: 'ready', brief: data };
  return error ? { kind: 'failed' } : { kind: 'loading' };
}
