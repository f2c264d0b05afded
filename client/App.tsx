import { Route, Routes } from 'react-router-dom';
import { FeedbackPage } from './feedback/FeedbackPage.tsx';
import { CrashBoundary } from './frame/CrashBoundary.tsx';
import { PageFrame } from './frame/PageFrame.tsx';
import { IndexPage } from './index/IndexPage.tsx';
import { routes } from './routes.ts';
import { type Services, ServicesProvider } from './services.ts';

/** The whole product. It needs a router above it: the browser's, or the host's while it renders. */
export function App({ services }: { services: Services }) {
  return (
    <ServicesProvider value={services}>
      <CrashBoundary>
        <PageFrame>
          <Routes>
            <Route path={routes.index} element={<IndexPage />} />
            <Route path={routes.feedback} element={<FeedbackPage />} />
            <Route path="*" element={<IndexPage />} />
          </Routes>
        </PageFrame>
      </CrashBoundary>
    </ServicesProvider>
  );
}
