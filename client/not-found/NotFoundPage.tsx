import { Link, useLocation } from 'react-router-dom';
import { PageHeading } from '../layout/PageHeading.tsx';
import { useHydrated } from '../layout/useHydrated.ts';
import { homeUrl } from '../links.ts';
import { notFound } from '../messages.ts';
import { findIntendedPath } from '../routes.ts';
import { useSettings } from '../settings.ts';

/**
 * The not-found page. After a failed brief fetch, it offers to try again; at an address with something
 * after its end, it offers the feedback page.
 */
export function NotFoundPage() {
  const settings = useSettings();
  const { failedUrl, hasText, intendedUrl } = useWaysOn();

  return (
    <>
      <PageHeading title={notFound.title}>{notFound.heading}</PageHeading>
      <p className="lead">
        {failedUrl && notFound.textAfterFailure}
        {intendedUrl && notFound.textForIntended}
        {!failedUrl && !intendedUrl && notFound.text}
        {hasText && ` ${notFound.textKept}`}
      </p>
      <div className="button-row">
        {intendedUrl && (
          <Link className="btn btn-primary" to={intendedUrl} replace>
            Write to the editor
          </Link>
        )}
        {failedUrl && (
          <Link className="btn btn-primary" to={failedUrl} replace>
            Try again
          </Link>
        )}
        <a className="btn btn-outline-primary" href={homeUrl(settings)}>
          {`Go to ${settings.providerName}`}
        </a>
      </div>
    </>
  );
}

interface WaysOn {
  failedUrl?: string;
  intendedUrl?: string | undefined;
  /** Whether something is kept that was written on the failed page. */
  hasText?: boolean;
}

/** URLs in the history state and in the address. None during hydration, because the host knows neither. */
function useWaysOn(): WaysOn {
  const isHydrated = useHydrated();
  const { state, pathname, search } = useLocation();
  if (!isHydrated) return {};
  const hasText = state?.hasText === true;
  if (typeof state?.failedUrl === 'string') return { failedUrl: state.failedUrl, hasText };
  const intendedPath = findIntendedPath(pathname);
  return { hasText, intendedUrl: intendedPath && `${intendedPath}${search}` };
}
