import { Route, Routes } from 'react-router-dom';
import { AlertStack } from './alerts/AlertStack.tsx';
import { FeedbackPage } from './feedback/FeedbackPage.tsx';
import { ErrorBoundary } from './layout/ErrorBoundary.tsx';
import { PageLayout } from './layout/PageLayout.tsx';
import { NotFoundPage } from './not-found/NotFoundPage.tsx';
import { routes } from './routes.ts';
import type { Services } from './services.ts';
import { type Settings, SettingsProvider } from './settings.ts';

export interface AppProps {
  settings: Settings;
  services: Services;
}

/** The whole product. Needs a router above it: the browser's, or a static one on the host. */
export function App({ settings, services }: AppProps) {
  return (
    <SettingsProvider value={settings}>
      <ErrorBoundary>
        <PageLayout>
          <ErrorBoundary isInMain>
            <Routes>
              <Route path={routes.index} element={<NotFoundPage />} />
              <Route path={routes.feedback} element={<FeedbackPage services={services} />} />
              <Route path="*" element={<NotFoundPage />} />
            </Routes>
          </ErrorBoundary>
        </PageLayout>
        <AlertStack queue={services.alerts} />
      </ErrorBoundary>
    </SettingsProvider>
  );
}
