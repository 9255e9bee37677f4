import { getFleetSite, getSiteLine, listFleet } from '@washdesk/contracts/sites/fleet';
import { siteLog } from '@washdesk/contracts/sites/support';
import { getCloudHealth } from '@washdesk/contracts/system/cloud-health';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const fleetApi = api.injectEndpoints({
  endpoints: (build) => ({
    fleet: build.query(fromContract(listFleet)),
    fleetSite: build.query(fromContract(getFleetSite)),
    siteLog: build.query(fromContract(siteLog)),
    cloudHealth: build.query(fromContract(getCloudHealth)),
    siteLine: build.query(fromContract(getSiteLine)),
  }),
});

export const { useFleetQuery, useFleetSiteQuery, useSiteLineQuery, useSiteLogQuery, useCloudHealthQuery } = fleetApi;
