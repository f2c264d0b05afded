import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { elementIds } from '../elementIds.ts';
import { PageHeading } from '../layout/PageHeading.tsx';
import { loading } from '../messages.ts';
import { NotFoundPage } from '../not-found/NotFoundPage.tsx';
import { type FeedbackParams, matchFeedbackPath, routes } from '../routes.ts';
import { ContactForm } from './ContactForm.tsx';
import { HelpLinks } from './HelpLinks.tsx';
import { LoadingNotice } from './LoadingNotice.tsx';
import type { MessageStores } from './messageStores.ts';
import { type BriefServices, useBrief } from './useBrief.ts';

export interface FeedbackPageProps {
  services: BriefServices & { messageStores: MessageStores };
}

export function FeedbackPage({ services }: FeedbackPageProps) {
  const params = matchFeedbackPath(useLocation().pathname);
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
      <p id={elementIds.loadingStatus} role="status" className="visually-hidden">
        {brief && loading.finished}
      </p>
      {brief ? (
        <div id={elementIds.sections}>
          <HelpLinks brief={brief} subscriberId={params.subscriberId} />
          <ContactForm store={services.messageStores.get(params)} />
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
