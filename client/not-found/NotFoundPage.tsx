import { useEffect } from 'react';
import { Link, useLocation, useMatch, useNavigate } from 'react-router-dom';
import type { FailedVisit } from '../feedback/FeedbackPage.tsx';
import type { MessageStores } from '../feedback/MessageStore.ts';
import { WrittenTexts } from '../feedback/WrittenTexts.tsx';
import { PageHeading } from '../layout/PageHeading.tsx';
import { useHydrated } from '../layout/useHydrated.ts';
import { homeLink } from '../links.ts';
import { notFound, writeToEditor } from '../messages.ts';
import { findIntendedPath, routes } from '../routes.ts';
import { useSettings } from '../settings.ts';

/**
 * The not-found page. After a failed fetch of a brief, it offers to try again; for a URL that is longer than that of a
 * feedback page, it offers the feedback page; for one with a malformed id, it redirects to the index route.
 */
export function NotFoundPage({ messageStores }: { messageStores: MessageStores }) {
  const home = homeLink(useSettings());
  const navigate = useNavigate();
  const isMalformed = useMatch(routes.feedback) !== null;
  const { state, pathname, search } = useLocation();
  // The host knows neither the state of the history nor the address.
  const isHydrated = useHydrated();
  const visit: Partial<FailedVisit> = (isHydrated ? state : undefined) ?? {};
  const { params, failedUrl } = visit;
  const intendedPath = isHydrated && !params ? findIntendedPath(pathname) : undefined;
  const reason = findReason(visit, intendedPath);

  useEffect(() => {
    if (isMalformed) navigate(routes.index, { replace: true });
  }, [isMalformed, navigate]);

  return (
    <>
      <PageHeading title={notFound.title}>{notFound.heading}</PageHeading>
      <p className="lead">{notFound[reason]}</p>
      <div className="button-row">
        {intendedPath && (
          <Link className="btn btn-primary" to={`${intendedPath}${search}`} replace>
            {writeToEditor}
          </Link>
        )}
        {failedUrl && (
          <Link className="btn btn-primary" to={failedUrl} replace>
            {notFound.tryAgain}
          </Link>
        )}
        <a className="btn btn-outline-primary" href={home.href}>
          {home.text}
        </a>
      </div>
      {params && <WrittenTexts store={messageStores.get(params)} />}
    </>
  );
}

/** Returns the reason why the page is shown, which is the key of its text. */
function findReason({ params, failedUrl }: Partial<FailedVisit>, intendedPath?: string) {
  if (failedUrl) return 'textAfterFailure';
  if (params) return 'textWithoutBrief';
  return intendedPath ? 'textForIntended' : 'text';
}
