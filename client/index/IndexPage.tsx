import { Link, useLocation } from 'react-router-dom';
import { notFound } from '../failureWords.ts';
import { PageHeading } from '../frame/PageHeading.tsx';
import { useHydrated } from '../frame/useHydrated.ts';
import { mainSite } from '../links.ts';
import { useServices } from '../services.ts';

/** The error page. After a brief that could not be fetched it offers to try again. */
export function IndexPage() {
  const { settings } = useServices();
  const failedAddress = useFailedAddress();

  return (
    <>
      <PageHeading title="Page not found">{notFound}</PageHeading>
      <div className="d-flex flex-wrap gap-3 justify-content-center">
        {failedAddress && (
          <Link className="btn btn-primary" to={failedAddress} replace>
            Try again
          </Link>
        )}
        <a className="btn btn-outline-primary" href={mainSite(settings, 'root')}>
          {`Go to ${settings.providerName}`}
        </a>
      </div>
    </>
  );
}

/** The address that led here, as the history remembers it; the host does not know it when it renders. */
function useFailedAddress(): string | undefined {
  const isHydrated = useHydrated();
  const { state } = useLocation();
  const address: unknown = isHydrated ? state?.failedAddress : undefined;
  return typeof address === 'string' ? address : undefined;
}
