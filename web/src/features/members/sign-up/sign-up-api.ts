import { locationPlans } from '@washdesk/contracts/billing/catalogue';
import { previewSignUp } from '@washdesk/contracts/billing/plans/subscription-preview';
import { listStates } from '@washdesk/contracts/company/reference';
import { listColors, listMakes, listModels } from '@washdesk/contracts/sites/sitewatch-lists';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

/** The form's queries; the run sends the operations. */
const signUpApi = api.injectEndpoints({
  endpoints: (build) => ({
    signUpPlans: build.query({ ...fromContract(locationPlans), providesTags: ['Caller'] }),
    signUpPreview: build.query(fromContract(previewSignUp)),
    makes: build.query({ ...fromContract(listMakes), providesTags: ['Caller'] }),
    models: build.query({ ...fromContract(listModels), providesTags: ['Caller'] }),
    colors: build.query({ ...fromContract(listColors), providesTags: ['Caller'] }),
    states: build.query(fromContract(listStates)),
  }),
});

export const { useSignUpPlansQuery, useSignUpPreviewQuery, useMakesQuery, useModelsQuery, useColorsQuery, useStatesQuery } = signUpApi;
