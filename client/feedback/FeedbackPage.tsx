import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { SWRConfiguration } from 'swr';
import useSWRImmutable from 'swr/immutable';
import type { RequestError } from '../api/apiClient.ts';
import type { BriefNames, FeedbackApi } from '../api/feedbackApi.ts';
import { elementIds } from '../elementIds.ts';
import { LateClickGuard } from '../layout/LateClickGuard.tsx';
import { PageHeading } from '../layout/PageHeading.tsx';
import { useHydrated } from '../layout/useHydrated.ts';
import { feedbackFor, loading, loadingTitle } from '../messages.ts';
import { type FeedbackParams, routes } from '../routes.ts';
import { ContactForm } from './ContactForm.tsx';
import { HelpLinks } from './HelpLinks.tsx';
import { LoadingNotice } from './LoadingNotice.tsx';
import type { MessageStores } from './MessageStore.ts';

export interface FeedbackPageProps {
  params: FeedbackParams;
  services: { feedbackApi: FeedbackApi; messageStores: MessageStores };
  /** The brief that the document shows before React hydrates it. Undefined if it shows none. */
  shownBrief: BriefNames | undefined;
}

/** The history state of the index page when it replaces a feedback page whose brief could not be fetched. */
export interface FailedVisit {
  params: FeedbackParams;
  /** The URL for "Try again". Undefined if that does not help. */
  failedUrl: string | undefined;
}

export function FeedbackPage({ params, services, shownBrief }: FeedbackPageProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  // False for the page of the document, which replaces no other.
  const isHydrated = useHydrated();
  const [isReplacement] = useState(isHydrated);
  const store = services.messageStores.get(params);
  // Fetches the brief once per visit, or uses the response to the loader's request.
  const options: SWRConfiguration<BriefNames, RequestError> = {
    revalidateOnMount: true,
    shouldRetryOnError: false,
    onError({ isNotFound }) {
      // A subscriber may be writing on the page that the document shows.
      if (shownBrief) return;

      const failedUrl = isNotFound ? undefined : `${pathname}${search}`;
      const state: FailedVisit = { params, failedUrl };
      navigate(routes.index, { replace: true, state });
    },
  };
  if (shownBrief) options.fallbackData = shownBrief;
  // SWR looks a text up in a plain object, in which `toString` is a function.
  const key = ['brief', params.briefId] as const;
  const fetchBrief = () => services.feedbackApi.getBrief(params.briefId);
  const { data: brief } = useSWRImmutable(key, fetchBrief, options);

  return (
    // The heading is one element for both states, so that it keeps the focus when the brief arrives.
    <>
      <PageHeading title={brief ? feedbackFor + brief.fullName : loadingTitle}>
        {brief ? (
          <>
            {feedbackFor}
            <bdi translate="no">{brief.fullName}</bdi>
          </>
        ) : (
          loading.heading
        )}
      </PageHeading>
      <p id={elementIds.loadingStatus} role="status" className="visually-hidden">
        {brief && loading.finished}
      </p>
      {brief ? (
        <LateClickGuard id={elementIds.sections} isReplacement={isReplacement}>
          <HelpLinks brief={brief} subscriberId={params.subscriberId} />
          <ContactForm store={store} briefName={brief.fullName} />
        </LateClickGuard>
      ) : (
        <LoadingNotice />
      )}
    </>
  );
}
