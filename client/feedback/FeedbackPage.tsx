import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { PageHeading } from '../layout/PageHeading.tsx';
import { NotFoundPage } from '../not-found/NotFoundPage.tsx';
import { type FeedbackParams, parseFeedbackParams, routes } from '../routes.ts';
import { useSettings } from '../settings.ts';
import { ContactForm } from './ContactForm.tsx';
import type { FeedbackServices } from './feedbackServices.ts';
import { HelpLinks } from './HelpLinks.tsx';
import { LoadingPage } from './LoadingPage.tsx';
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
  const settings = useSettings();
  const { pathname, search } = useLocation();
  const state = useBrief(params.briefId, services.feedbackApi);

  if (state.kind === 'loading') return <LoadingPage />;
  if (state.kind === 'failed') {
    const failedUrl = `${pathname}${search}`;
    return <Navigate to={routes.index} replace state={{ failedUrl }} />;
  }

  const { subscriberId } = params;
  const isAnonymous = subscriberId.toLowerCase() === settings.specialSubscriberId.toLowerCase();
  return (
    <>
      <PageHeading>{`Feedback for ${state.brief.fullName}`}</PageHeading>
      {!isAnonymous && <HelpLinks brief={state.brief} subscriberId={subscriberId} />}
      <ContactForm params={params} services={services} />
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
