import { sendWelcome } from '@washdesk/contracts/members/communication';
import { createCustomer, saveCustomer } from '@washdesk/contracts/members/customer-edit';
import { linkLoyalty, registerLoyaltyCard, updateLoyaltyGroups } from '@washdesk/contracts/members/loyalty';
import { addNote } from '@washdesk/contracts/members/note';
import { attachPaymentMethod } from '@washdesk/contracts/billing/payment-method';
import { requestSignature } from '@washdesk/contracts/members/signature';
import { activateSitewatchPlan, updateSitewatchCustomer } from '@washdesk/contracts/sites/sitewatch-member';
import { createSubscription } from '@washdesk/contracts/billing/subscription';
import { api } from '../../../../lib/api/api.ts';
import { fromContract } from '../../../../lib/api/contract-call.ts';

/** What is owed anyway needs nobody's patience: the customer never waits longer for it than Stripe took. */
const owed = { timeoutMs: 6_000 };

const runApi = api.injectEndpoints({
  endpoints: (build) => ({
    createCustomer: build.mutation(fromContract(createCustomer)),
    saveCustomerToSignUp: build.mutation(fromContract(saveCustomer)),
    attachSignUpCard: build.mutation(fromContract(attachPaymentMethod)),
    createSubscription: build.mutation(fromContract(createSubscription)),
    registerLoyaltyCard: build.mutation(fromContract(registerLoyaltyCard, owed)),
    sendWelcome: build.mutation(fromContract(sendWelcome, owed)),
    linkLoyalty: build.mutation(fromContract(linkLoyalty, owed)),
    updateLoyaltyGroups: build.mutation(fromContract(updateLoyaltyGroups, owed)),
    updateSitewatchCustomer: build.mutation(fromContract(updateSitewatchCustomer, owed)),
    activateSitewatchPlan: build.mutation(fromContract(activateSitewatchPlan, owed)),
    askForSignature: build.mutation(fromContract(requestSignature, owed)),
    addSignUpNote: build.mutation(fromContract(addNote, owed)),
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
