import { useLocation } from 'react-router-dom';
import { AlertStack } from './alerts/AlertStack.tsx';
import type { BriefNames } from './api/feedbackApi.ts';
import { FeedbackPage } from './feedback/FeedbackPage.tsx';
import { WrittenTexts } from './feedback/WrittenTexts.tsx';
import { ErrorBoundary } from './layout/ErrorBoundary.tsx';
import { PageLayout } from './layout/PageLayout.tsx';
import { NotFoundPage } from './not-found/NotFoundPage.tsx';
import { matchFeedbackPath } from './routes.ts';
import type { Services } from './services.ts';
import { type Settings, SettingsProvider } from './settings.ts';

export interface AppProps {
  settings: Settings;
  services: Services;
  /** The brief that the document shows before React hydrates it. Undefined if it shows none. */
  shownBrief?: BriefNames | undefined;
}

/** The public page. It needs a router around it: the browser's, or a static one on the host. */
export function App({ settings, services, shownBrief }: AppProps) {
  const { pathname } = useLocation();
  const params = matchFeedbackPath(pathname);
  const { messageStores } = services;
  const written = params && <WrittenTexts store={messageStores.get(params)} />;
  return (
    <SettingsProvider value={settings}>
      <ErrorBoundary rest={written}>
        <PageLayout alerts={<AlertStack queue={services.alerts} />}>
          <ErrorBoundary rest={written}>
            {params ? (
              <FeedbackPage
                key={pathname}
                params={params}
                services={services}
                shownBrief={shownBrief}
              />
            ) : (
              <NotFoundPage messageStores={messageStores} />
            )}
          </ErrorBoundary>
        </PageLayout>
      </ErrorBoundary>
    </SettingsProvider>
  );
}
