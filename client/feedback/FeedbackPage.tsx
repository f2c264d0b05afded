import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { BriefNames, FeedbackApi } from '../api/feedbackApi.ts';
import { RequestError } from '../api/RequestError.ts';
import { elementIds } from '../elementIds.ts';
import { PageHeading } from '../layout/PageHeading.tsx';
import { loading } from '../messages.ts';
import { NotFoundPage } from '../not-found/NotFoundPage.tsx';
import { type FeedbackParams, matchFeedbackPath, routes } from '../routes.ts';
import { ContactForm } from './ContactForm.tsx';
import { HelpLinks } from './HelpLinks.tsx';
import { LoadingNotice } from './LoadingNotice.tsx';
import { hasWritten } from './messageState.ts';
import type { MessageStores } from './messageStores.ts';

export interface FeedbackPageProps {
  services: { feedbackApi: Pick<FeedbackApi, 'getBrief'>; messageStores: MessageStores };
  /** The brief in the document that is hydrated, if it has one. */
  shownBrief: BriefNames | undefined;
}

export function FeedbackPage(props: FeedbackPageProps) {
  const params = matchFeedbackPath(useLocation().pathname);
  if (!params) return <MalformedUrl />;
  const key = `${params.subscriberId}/${params.briefId}`;
  return <BriefFeedback key={key} params={params} {...props} />;
}

interface BriefFeedbackProps extends FeedbackPageProps {
  params: FeedbackParams;
}

function BriefFeedback({ params, services, shownBrief }: BriefFeedbackProps) {
  const { pathname, search } = useLocation();
  const store = services.messageStores.get(params);
  const [brief, setBrief] = useState(shownBrief);
  const [error, setError] = useState<unknown>();
  const { feedbackApi } = services;
  const { briefId } = params;

  // Once: a second fetch that failed would redirect a subscriber who is writing. "Try again" mounts the page anew.
  useEffect(() => {
    if (!shownBrief) feedbackApi.getBrief(briefId).then(setBrief, setError);
  }, [feedbackApi, briefId, shownBrief]);

  if (error) {
    const isMissing = error instanceof RequestError && error.isNotFound;
    const failedUrl = isMissing ? undefined : `${pathname}${search}`;
    const hasText = hasWritten(store.get());
    return <Navigate to={routes.index} replace state={{ failedUrl, hasText }} />;
  }

  return (
    // The heading is one element for both states, so that it keeps the focus when the brief arrives.
    <>
      <PageHeading title={brief ? `Feedback for ${brief.fullName}` : loading.title}>
        {brief ? (
          <>
            {'Feedback for '}
            <bdi>{brief.fullName}</bdi>
          </>
        ) : (
          loading.heading
        )}
      </PageHeading>
      <p id={elementIds.loadingStatus} role="status" className="visually-hidden">
        {brief && loading.finished}
      </p>
      {brief ? (
        <div id={elementIds.sections}>
          <HelpLinks brief={brief} subscriberId={params.subscriberId} />
          <ContactForm store={store} />
        </div>
      ) : (
        <LoadingNotice />
      )}
    </>
  );
}

/** Renders the same page as the host did for this URL, then redirects to the index route. */
function MalformedUrl() {
  const navigate = useNavigate();
  useEffect(() => {
    navigate(routes.index, { replace: true });
  }, [navigate]);
  return <NotFoundPage />;
}
