import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { PageHeading } from '../layout/PageHeading.tsx';
import { mainSiteUrl } from '../links.ts';
import { notFound } from '../messages.ts';
import { useSettings } from '../settings.ts';

/** The not-found page. After a failed brief fetch, it offers to try again. */
export function NotFoundPage() {
  const settings = useSettings();
  const failedUrl = useFailedUrl();

  return (
    <>
      <PageHeading title={notFound.title}>{notFound.heading}</PageHeading>
      <p className="lead">{failedUrl ? notFound.textAfterFailure : notFound.text}</p>
      <div className="button-row">
        {failedUrl && (
          <Link className="btn btn-primary" to={failedUrl} replace>
            Try again
          </Link>
        )}
        <a className="btn btn-outline-primary" href={mainSiteUrl(settings, 'root')}>
          {`Go to ${settings.providerName}`}
        </a>
      </div>
    </>
  );
}

/** The URL in the history state. Undefined during hydration, because the host has no history state. */
function useFailedUrl(): string | undefined {
  const isHydrated = useHydrated();
  const { state } = useLocation();
  const url: unknown = isHydrated ? state?.failedUrl : undefined;
  return typeof url === 'string' ? url : undefined;
}

/** False on the host and during hydration, true afterwards. */
function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

const neverChanges = () => () => {};
