import { listStaff } from '@washdesk/contracts/access/one-time-code';
import { listPrices, listProducts, locationPlans } from '@washdesk/contracts/billing/catalogue';
import { listSettings } from '@washdesk/contracts/company/setting';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const toolsApi = api.injectEndpoints({
  endpoints: (build) => ({
    badgeStaff: build.query({ ...fromContract(listStaff), providesTags: ['Caller', 'Staff'] }),
    badgeSettings: build.query({ ...fromContract(listSettings), providesTags: ['Caller', 'Config'] }),
    toolPlans: build.query({ ...fromContract(locationPlans), providesTags: ['Caller'] }),
    toolPrices: build.query({ ...fromContract(listPrices), providesTags: ['Caller'] }),
    toolProducts: build.query({ ...fromContract(listProducts), providesTags: ['Caller'] }),
  }),
});

export const { useBadgeStaffQuery, useBadgeSettingsQuery, useToolPlansQuery, useToolPricesQuery, useToolProductsQuery } = toolsApi;
