import { collectDispute, customerDisputes, disputeEvidence, disputeMetadata, previewCollection } from '@washdesk/contracts/billing/dispute';
import { evidencePdf, getEvidencePack, saveEvidencePack, submitEvidencePack } from '@washdesk/contracts/billing/dispute-evidence';
import { api } from '../../../../lib/api/api.ts';
import { fromContract } from '../../../../lib/api/contract-call.ts';

/** The API calls Stripe during the request. */
const withStripe = { timeoutMs: 30_000 };

const disputesApi = api.injectEndpoints({
  endpoints: (build) => ({
    customerDisputes: build.query({ ...fromContract(customerDisputes), providesTags: ['Customer'] }),
    previewCollection: build.query({ ...fromContract(previewCollection), providesTags: ['Customer'] }),
    disputeEvidence: build.mutation(fromContract(disputeEvidence, withStripe)),
    disputeMetadata: build.mutation(fromContract(disputeMetadata, withStripe)),
    // the panel reads the pack when it opens and keeps typed text, so nothing may refetch the pack meanwhile
    getEvidencePack: build.query({ ...fromContract(getEvidencePack), keepUnusedDataFor: 0 }),
    evidencePdf: build.query({ ...fromContract(evidencePdf), keepUnusedDataFor: 0 }),
    saveEvidencePack: build.mutation(fromContract(saveEvidencePack, withStripe)),
    submitEvidencePack: build.mutation(fromContract(submitEvidencePack, withStripe)),
    collectDispute: build.mutation(fromContract(collectDispute, withStripe)),
  }),
});

export const {
  useCustomerDisputesQuery,
  usePreviewCollectionQuery,
  useDisputeEvidenceMutation,
  useDisputeMetadataMutation,
  useCollectDisputeMutation,
  useGetEvidencePackQuery,
  useLazyEvidencePdfQuery,
  useSaveEvidencePackMutation,
  useSubmitEvidencePackMutation,
} = disputesApi;
