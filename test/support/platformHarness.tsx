import { createRoot } from 'react-dom/client';
import { AlertStack } from '../../client/frame/AlertStack.tsx';
import { useStore } from '../../client/platform/store.ts';
import { useCurrentUser } from '../../client/platform/useCurrentUser.ts';
import { type Session, useSession } from '../../client/platform/useSession.ts';
import { createServices, ServicesProvider, useServices } from '../../client/services.ts';
import { testSettings } from './settings.ts';

declare global {
  var session: Session;
}

/** A screen that shows the platform layer's state, as the staff's own screens would use it. */
function PlatformScreen() {
  const { isLoggedIn } = useServices();
  const user = useCurrentUser();
  globalThis.session = useSession();
  return (
    <dl>
      <dd data-testid="logged-in">{String(useStore(isLoggedIn))}</dd>
      <dd data-testid="user">{user.kind === 'signedIn' ? user.user.userId : user.kind}</dd>
      <dd data-testid="roles">{user.kind === 'signedIn' && user.user.roles.join()}</dd>
    </dl>
  );
}

createRoot(document.body).render(
  <ServicesProvider value={createServices(testSettings)}>
    <PlatformScreen />
    <AlertStack />
  </ServicesProvider>,
);
