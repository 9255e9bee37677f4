import { collectDispute, customerDisputes, disputeEvidence, disputeMetadata, previewCollection } from '@washdesk/contracts/billing/dispute';
import { api } from '../../../../lib/api/api.ts';
import { fromContract } from '../../../../lib/api/contract-call.ts';

const invalidatesTags = ['Customer', 'Charge', 'Note'] as const;
/** Stripe does it while the call waits. */
const withStripe = { timeoutMs: 30_000 };

const disputesApi = api.injectEndpoints({
  endpoints: (build) => ({
    customerDisputes: build.query({ ...fromContract(customerDisputes), providesTags: ['Charge'] }),
    previewCollection: build.query({ ...fromContract(previewCollection), providesTags: ['Charge', 'Customer'] }),
    disputeEvidence: build.mutation({ ...fromContract(disputeEvidence, withStripe), invalidatesTags }),
    disputeMetadata: build.mutation({ ...fromContract(disputeMetadata, withStripe), invalidatesTags }),
    collectDispute: build.mutation({ ...fromContract(collectDispute, withStripe), invalidatesTags }),
  }),
});

export const {
  useCustomerDisputesQuery,
  usePreviewCollectionQuery,
  useDisputeEvidenceMutation,
  useDisputeMetadataMutation,
  useCollectDisputeMutation,
} = disputesApi;
