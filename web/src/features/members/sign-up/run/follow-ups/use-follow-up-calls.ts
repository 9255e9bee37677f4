import { usePrintReceipt } from '../../../../../domain/receipt-printing/use-print-receipt.ts';
import {
  useActivateSitewatchPlanMutation,
  useAddSignUpNoteMutation,
  useAskForSignatureMutation,
  useLinkLoyaltyMutation,
  useRegisterLoyaltyCardMutation,
  useSendWelcomeMutation,
  useUpdateLoyaltyGroupsMutation,
  useUpdateSitewatchCustomerMutation,
} from '../sign-up-run-api.ts';
import type { FollowUpCalls } from './follow-ups.ts';

/** Returns the calls of steps 4 to 8 to the API and the printer. */
export function useFollowUpCalls(): FollowUpCalls {
  const [registerLoyaltyCard] = useRegisterLoyaltyCardMutation();
  const [sendWelcome] = useSendWelcomeMutation();
  const [linkLoyalty] = useLinkLoyaltyMutation();
  const [updateLoyaltyGroups] = useUpdateLoyaltyGroupsMutation();
  const [updateSitewatchCustomer] = useUpdateSitewatchCustomerMutation();
  const [activateSitewatchPlan] = useActivateSitewatchPlanMutation();
  const [requestSignature] = useAskForSignatureMutation();
  const [addNote] = useAddSignUpNoteMutation();
  return {
    registerLoyaltyCard,
    sendWelcome,
    linkLoyalty,
    updateLoyaltyGroups,
    updateSitewatchCustomer,
    activateSitewatchPlan,
    requestSignature,
    addNote,
    printReceipt: usePrintReceipt(),
  };
}
