import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { elementIds } from '../elementIds.ts';
import { PageHeading } from '../layout/PageHeading.tsx';
import { loading } from '../messages.ts';
import { NotFoundPage } from '../not-found/NotFoundPage.tsx';
import { type FeedbackParams, parseFeedbackParams, routes } from '../routes.ts';
import { ContactForm } from './ContactForm.tsx';
import type { FeedbackServices } from './feedbackServices.ts';
import { HelpLinks } from './HelpLinks.tsx';
import { LoadingNotice } from './LoadingNotice.tsx';
import { useBrief } from './useBrief.ts';

export interface FeedbackPageProps {
  services: FeedbackServices;
}

export function FeedbackPage({ services }: FeedbackPageProps) {
  const params = parseFeedbackParams(useParams());
  if (!params) return <MalformedUrl />;
  const key = `${params.subscriberId}/${params.briefId}`;
  return <BriefFeedback key={key} params={params} services={services} />;
}

interface BriefFeedbackProps extends FeedbackPageProps {
  params: FeedbackParams;
}

function BriefFeedback({ params, services }: BriefFeedbackProps) {
  const { pathname, search } = useLocation();
  const state = useBrief(params.briefId, services);

  if (state.kind === 'failed') {
    const failedUrl = state.isMissing ? undefined : `${pathname}${search}`;
    return <Navigate to={routes.index} replace state={{ failedUrl }} />;
  }

  const brief = state.kind === 'ready' ? state.brief : undefined;
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
      <LoadingStatus isLoaded={Boolean(brief)} />
      {brief ? (
        <div id={elementIds.sections}>
          <HelpLinks brief={brief} subscriberId={params.subscriberId} />
          <ContactForm params={params} services={services} />
        </div>
      ) : (
        <LoadingNotice />
      )}
    </>
  );
}

/** The time after which the announcement is removed from the page, long enough for it to be spoken. */
const announcementMs = 10_000;

function LoadingStatus({ isLoaded }: { isLoaded: boolean }) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!isLoaded) return;
    const timer = setTimeout(setIsOver, announcementMs, true);
    return () => clearTimeout(timer);
  }, [isLoaded]);
  return (
    <p id={elementIds.loadingStatus} role="status" className="visually-hidden">
      {isLoaded && !isOver && loading.finished}
    </p>
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
