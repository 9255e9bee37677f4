import { latestInvoice } from '@washdesk/contracts/billing/plans/subscription-preview';
import { saveCustomer } from '@washdesk/contracts/members/customer-edit';
import { customerMetadata, customerSchedules, customerSubscriptions } from '@washdesk/contracts/members/customer-parts';
import { customerDiscounts, customerPlatesAndTags, customerUsage } from '@washdesk/contracts/members/customer-sitewatch';
import { customerSummary } from '@washdesk/contracts/members/customer-summary';
import { customerTimeline } from '@washdesk/contracts/members/customer-timeline';
import { addNote, customerNotes, deleteNote, markNote } from '@washdesk/contracts/members/note';
import { disableCode, enableCode } from '@washdesk/contracts/sites/sitewatch-member';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const customerScreenApi = api.injectEndpoints({
  endpoints: (build) => ({
    saveCustomer: build.mutation(fromContract(saveCustomer, { timeoutMs: 30_000 })),
    customerSummary: build.query({ ...fromContract(customerSummary), providesTags: ['Customer'] }),
    customerTimeline: build.query({ ...fromContract(customerTimeline), providesTags: ['Customer'] }),
    customerSubscriptions: build.query({ ...fromContract(customerSubscriptions), providesTags: ['Customer'] }),
    customerSchedules: build.query({ ...fromContract(customerSchedules), providesTags: ['Customer'] }),
    nextInvoice: build.query({ ...fromContract(latestInvoice), providesTags: ['Customer'] }),
    customerMetadata: build.query({ ...fromContract(customerMetadata), providesTags: ['Customer'] }),
    customerUsage: build.query({ ...fromContract(customerUsage), providesTags: ['Customer'] }),
    customerDiscounts: build.query({ ...fromContract(customerDiscounts), providesTags: ['Customer'] }),
    customerPlatesAndTags: build.query({ ...fromContract(customerPlatesAndTags), providesTags: ['Customer'] }),
    enableCode: build.mutation(fromContract(enableCode)),
    disableCode: build.mutation(fromContract(disableCode)),
    customerNotes: build.query({ ...fromContract(customerNotes), providesTags: ['Customer'] }),
    addNote: build.mutation(fromContract(addNote)),
    markNote: build.mutation(fromContract(markNote)),
    deleteNote: build.mutation(fromContract(deleteNote)),
  }),
});

export const {
  useSaveCustomerMutation,
  useCustomerSummaryQuery,
  useCustomerTimelineQuery,
  useCustomerSubscriptionsQuery,
  useCustomerSchedulesQuery,
  useNextInvoiceQuery,
  useCustomerMetadataQuery,
  useCustomerUsageQuery,
  useLazyCustomerUsageQuery,
  useCustomerDiscountsQuery,
  useCustomerPlatesAndTagsQuery,
  useEnableCodeMutation,
  useDisableCodeMutation,
  useCustomerNotesQuery,
  useAddNoteMutation,
  useMarkNoteMutation,
  useDeleteNoteMutation,
} = customerScreenApi;
