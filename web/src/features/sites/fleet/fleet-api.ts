import { getFleetSite, getSiteLine, listFleet } from '@washdesk/contracts/sites/fleet';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const fleetApi = api.injectEndpoints({
  endpoints: (build) => ({
    fleet: build.query(fromContract(listFleet)),
    fleetSite: build.query(fromContract(getFleetSite)),
    siteLine: build.query(fromContract(getSiteLine)),
  }),
});

export const { useFleetQuery, useFleetSiteQuery, useSiteLineQuery } = fleetApi;
