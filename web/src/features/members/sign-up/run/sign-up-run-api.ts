import { attachPaymentMethod } from '@washdesk/contracts/billing/payment-method';
import { createSubscription } from '@washdesk/contracts/billing/plans/subscription';
import { sendWelcome } from '@washdesk/contracts/members/communication';
import { createCustomer, saveCustomer } from '@washdesk/contracts/members/customer-edit';
import { linkLoyalty, registerLoyaltyCard, updateLoyaltyGroups } from '@washdesk/contracts/members/loyalty';
import { addNote } from '@washdesk/contracts/members/note';
import { requestSignature } from '@washdesk/contracts/members/signature';
import { activateSitewatchPlan, updateSitewatchCustomer } from '@washdesk/contracts/sites/sitewatch-member';
import { api } from '../../../../lib/api/api.ts';
import { fromContract } from '../../../../lib/api/contract-call.ts';

/** A queued job needs no long timeout: the customer waits no longer for it than for Stripe. */
const queued = { timeoutMs: 6_000 };

const runApi = api.injectEndpoints({
  endpoints: (build) => ({
    createCustomer: build.mutation(fromContract(createCustomer)),
    saveCustomerToSignUp: build.mutation(fromContract(saveCustomer)),
    attachSignUpCard: build.mutation(fromContract(attachPaymentMethod)),
    createSubscription: build.mutation(fromContract(createSubscription)),
    registerLoyaltyCard: build.mutation(fromContract(registerLoyaltyCard, queued)),
    sendWelcome: build.mutation(fromContract(sendWelcome, queued)),
    linkLoyalty: build.mutation(fromContract(linkLoyalty, queued)),
    updateLoyaltyGroups: build.mutation(fromContract(updateLoyaltyGroups, queued)),
    updateSitewatchCustomer: build.mutation(fromContract(updateSitewatchCustomer, queued)),
    activateSitewatchPlan: build.mutation(fromContract(activateSitewatchPlan, queued)),
    askForSignature: build.mutation(fromContract(requestSignature, queued)),
    addSignUpNote: build.mutation(fromContract(addNote, queued)),
  }),
});

export const {
  useCreateCustomerMutation,
  useSaveCustomerToSignUpMutation,
  useAttachSignUpCardMutation,
  useCreateSubscriptionMutation,
  useRegisterLoyaltyCardMutation,
  useSendWelcomeMutation,
  useLinkLoyaltyMutation,
  useUpdateLoyaltyGroupsMutation,
  useUpdateSitewatchCustomerMutation,
  useActivateSitewatchPlanMutation,
  useAskForSignatureMutation,
  useAddSignUpNoteMutation,
} = runApi;
