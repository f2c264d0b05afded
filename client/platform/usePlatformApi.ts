import { useMemo } from 'react';
import { createPlatformApi, type PlatformApi } from '../api/platformApi.ts';
import { useServices } from '../services.ts';

/** The staff platform's calls. Not among the services, because the feedback page has no use for them. */
export function usePlatformApi(): PlatformApi {
  const { call } = useServices();
  return useMemo(() => createPlatformApi(call), [call]);
}
