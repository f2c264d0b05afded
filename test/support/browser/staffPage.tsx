import { createRoot } from 'react-dom/client';
import { AlertStack } from '../../../client/alerts/AlertStack.tsx';
import { createStaffApi } from '../../../client/api/staffApi.ts';
import { createServices } from '../../../client/services.ts';
import { StaffProvider } from '../../../client/staff/staffServices.ts';
import { useCurrentUser } from '../../../client/staff/useCurrentUser.ts';
import { type Session, useSession } from '../../../client/staff/useSession.ts';
import { type Store, useStore } from '../../../client/store.ts';

declare global {
  /** Called by the journeys. */
  var session: Session;
}

/** Shows the state of the staff layer, as a page of the staff platform would use it. */
function StaffScreen({ isLoggedIn }: { isLoggedIn: Store<boolean> }) {
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

const { apiClient, isLoggedIn, alerts } = createServices();

createRoot(document.body).render(
  <StaffProvider value={{ api: createStaffApi(apiClient), isLoggedIn }}>
    <StaffScreen isLoggedIn={isLoggedIn} />
    <AlertStack queue={alerts} />
  </StaffProvider>,
);
