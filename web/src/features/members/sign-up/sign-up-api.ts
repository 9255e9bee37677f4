import { locationPlans } from '@washdesk/contracts/billing/catalogue';
import { customerCheck } from '@washdesk/contracts/members/customer';
import { findZip, listStates } from '@washdesk/contracts/company/reference';
import { listColors, listMakes, listModels } from '@washdesk/contracts/sites/sitewatch-lists';
import { previewSignUp } from '@washdesk/contracts/billing/subscription-preview';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

/** What the form asks for while it is filled in; the operations are the run's. */
const signUpApi = api.injectEndpoints({
  endpoints: (build) => ({
    signUpPlans: build.query({ ...fromContract(locationPlans), providesTags: ['Caller'] }),
    signUpPreview: build.query(fromContract(previewSignUp)),
    customerCheck: build.query(fromContract(customerCheck)),
    makes: build.query({ ...fromContract(listMakes), providesTags: ['Caller'] }),
    models: build.query({ ...fromContract(listModels), providesTags: ['Caller'] }),
    colors: build.query({ ...fromContract(listColors), providesTags: ['Caller'] }),
    states: build.query(fromContract(listStates)),
    zip: build.query(fromContract(findZip)),
  }),
});

export const {
  useSignUpPlansQuery,
  useSignUpPreviewQuery,
  useLazyCustomerCheckQuery,
  useMakesQuery,
  useModelsQuery,
  useColorsQuery,
  useStatesQuery,
  useLazyZipQuery,
} = signUpApi;
