import {
  compareCustomer,
  dismissDifference,
  listDifferences,
  reconcileStatus,
  repairDifference,
  repairDifferences,
  startComparison,
  undoRepair,
} from '@washdesk/contracts/system/reconcile';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const reconcileApi = api.injectEndpoints({
  endpoints: (build) => ({
    reconcileStatus: build.query({ ...fromContract(reconcileStatus), providesTags: ['Caller', 'Customer'], keepUnusedDataFor: 0 }),
    differences: build.query({ ...fromContract(listDifferences), providesTags: ['Caller', 'Customer'], keepUnusedDataFor: 0 }),
    startComparison: build.mutation(fromContract(startComparison)),
    compareCustomer: build.mutation(fromContract(compareCustomer)),
    repairDifference: build.mutation(fromContract(repairDifference)),
    repairDifferences: build.mutation(fromContract(repairDifferences)),
    undoRepair: build.mutation(fromContract(undoRepair)),
    dismissDifference: build.mutation(fromContract(dismissDifference)),
  }),
});

export const {
  useReconcileStatusQuery,
  useDifferencesQuery,
  useStartComparisonMutation,
  useCompareCustomerMutation,
  useRepairDifferenceMutation,
  useRepairDifferencesMutation,
  useUndoRepairMutation,
  useDismissDifferenceMutation,
} = reconcileApi;
