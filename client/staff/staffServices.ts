import { createContext, useContext } from 'react';
import type { StaffApi } from '../api/staffApi.ts';
import type { Store } from '../store.ts';

/** The services that the staff hooks need. */
export interface StaffServices {
  api: StaffApi;
  isLoggedIn: Store<boolean>;
}

const StaffContext = createContext<StaffServices | undefined>(undefined);

/**
 * Provides the services to the pages that use `useSession` or `useCurrentUser`.
 * @example
 * const { apiClient, isLoggedIn } = createServices();
 * const staff = { api: createStaffApi(apiClient), isLoggedIn };
 * root.render(<StaffProvider value={staff}>…</StaffProvider>);
 */
export const StaffProvider = StaffContext.Provider;

export function useStaffServices(): StaffServices {
  const services = useContext(StaffContext);
  if (!services) throw new Error('useStaffServices: no StaffProvider above this component');
  return services;
}
