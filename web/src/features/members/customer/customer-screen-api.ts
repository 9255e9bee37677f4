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
    saveCustomer: build.mutation({ ...fromContract(saveCustomer, { timeoutMs: 30_000 }), invalidatesTags: ['Customer', 'Note'] }),
    customerSummary: build.query({ ...fromContract(customerSummary), providesTags: ['Customer', 'Charge'] }),
    customerTimeline: build.query({ ...fromContract(customerTimeline), providesTags: ['Customer', 'Charge', 'Note'] }),
    customerSubscriptions: build.query({ ...fromContract(customerSubscriptions), providesTags: ['Customer'] }),
    customerSchedules: build.query({ ...fromContract(customerSchedules), providesTags: ['Customer'] }),
    nextInvoice: build.query({ ...fromContract(latestInvoice), providesTags: ['Customer', 'Charge'] }),
    customerMetadata: build.query({ ...fromContract(customerMetadata), providesTags: ['Customer'] }),
    customerUsage: build.query(fromContract(customerUsage)),
    customerDiscounts: build.query(fromContract(customerDiscounts)),
    customerPlatesAndTags: build.query({ ...fromContract(customerPlatesAndTags), providesTags: ['Code'] }),
    enableCode: build.mutation({ ...fromContract(enableCode), invalidatesTags: ['Code'] }),
    disableCode: build.mutation({ ...fromContract(disableCode), invalidatesTags: ['Code'] }),
    customerNotes: build.query({ ...fromContract(customerNotes), providesTags: ['Note'] }),
    addNote: build.mutation({ ...fromContract(addNote), invalidatesTags: ['Note'] }),
    markNote: build.mutation({ ...fromContract(markNote), invalidatesTags: ['Note'] }),
    deleteNote: build.mutation({ ...fromContract(deleteNote), invalidatesTags: ['Note'] }),
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
  useCustomerDiscountsQuery,
  useCustomerPlatesAndTagsQuery,
  useEnableCodeMutation,
  useDisableCodeMutation,
  useCustomerNotesQuery,
  useAddNoteMutation,
  useMarkNoteMutation,
  useDeleteNoteMutation,
} = customerScreenApi;
