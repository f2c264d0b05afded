import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { PageHeading } from '../frame/PageHeading.tsx';
import { IndexPage } from '../index/IndexPage.tsx';
import { type FeedbackParams, readFeedbackParams, routes } from '../routes.ts';
import { useServices } from '../services.ts';
import { ContactForm } from './ContactForm.tsx';
import { HelpLinks } from './HelpLinks.tsx';
import { LoadingPage } from './LoadingPage.tsx';
import { useBrief } from './useBrief.ts';

export function FeedbackPage() {
  const params = readFeedbackParams(useParams());
  return params ? <BriefFeedback key={params.briefId} {...params} /> : <MalformedAddress />;
}

function BriefFeedback({ subscriberId, briefId }: FeedbackParams) {
  const { settings } = useServices();
  const { pathname, search } = useLocation();
  const state = useBrief(briefId);

  if (state.kind === 'loading') return <LoadingPage />;
  if (state.kind === 'failed') {
    const failedAddress = `${pathname}${search}`;
    return <Navigate to={routes.index} replace state={{ failedAddress }} />;
  }

  const isAnonymous = subscriberId.toLowerCase() === settings.specialSubscriberId.toLowerCase();
  return (
    <>
      <PageHeading>{`Feedback for ${state.brief.fullName}`}</PageHeading>
      {!isAnonymous && <HelpLinks brief={state.brief} subscriberId={subscriberId} />}
      <ContactForm subscriberId={subscriberId} briefId={briefId} />
    </>
  );
}

/** Shows the index page at once, as the host did, and then goes to its address. */
function MalformedAddress() {
  const navigate = useNavigate();
  useEffect(() => {
    navigate(routes.index, { replace: true });
  }, [navigate]);
  return <IndexPage />;
}
