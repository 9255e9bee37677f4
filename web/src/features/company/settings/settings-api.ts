import { listPrices } from '@washdesk/contracts/billing/catalogue';
import { addPromo, addReason, changePromo, changeReason, listAllReasons } from '@washdesk/contracts/company/choice';
import { listPromos } from '@washdesk/contracts/company/promo';
import { changeSetting, listSettings } from '@washdesk/contracts/company/setting';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const settingsApi = api.enhanceEndpoints({ addTagTypes: ['Choice'] }).injectEndpoints({
  endpoints: (build) => ({
    settings: build.query({ ...fromContract(listSettings), providesTags: ['Caller', 'Config'], keepUnusedDataFor: 0 }),
    changeSetting: build.mutation({ ...fromContract(changeSetting), invalidatesTags: ['Config'] }),
    settingPrices: build.query({ ...fromContract(listPrices), providesTags: ['Caller'] }),
    allPromos: build.query({ ...fromContract(listPromos), providesTags: ['Caller', 'Choice'] }),
    addPromo: build.mutation({ ...fromContract(addPromo), invalidatesTags: ['Choice'] }),
    changePromo: build.mutation({ ...fromContract(changePromo), invalidatesTags: ['Choice'] }),
    allReasons: build.query({ ...fromContract(listAllReasons), providesTags: ['Caller', 'Choice'] }),
    addReason: build.mutation({ ...fromContract(addReason), invalidatesTags: ['Choice'] }),
    changeReason: build.mutation({ ...fromContract(changeReason), invalidatesTags: ['Choice'] }),
  }),
});

export const {
  useSettingsQuery,
  useChangeSettingMutation,
  useSettingPricesQuery,
  useAllPromosQuery,
  useAddPromoMutation,
  useChangePromoMutation,
  useAllReasonsQuery,
  useAddReasonMutation,
  useChangeReasonMutation,
} = settingsApi;
