/** The nine steps of a sign-up in order; see docs/rules/billing.md#sign-up. */
export const stepNames = ['customer', 'card', 'subscription', 'welcome', 'loyalty', 'sitewatch', 'signature', 'paper', 'confirm'] as const;
export type StepName = (typeof stepNames)[number];

/** The steps at Stripe, in sequence: each needs the result of the previous one. */
export const stripeSteps = ['customer', 'card', 'subscription'] as const satisfies readonly StepName[];
export type StripeStepName = (typeof stripeSteps)[number];

/**
 * The jobs of the subscription's operation. They run in parallel and the cloud completes each, so the customer waits for the slowest, not
 * for their sum.
 */
export const followUps = ['welcome', 'loyalty', 'sitewatch', 'signature', 'paper'] as const satisfies readonly StepName[];
export type FollowUpName = (typeof followUps)[number];

const titles: Readonly<Record<StepName, string>> = {
  customer: 'Create the customer',
  card: 'Attach the card',
  subscription: 'Start the plan',
  welcome: 'Send the welcome',
  loyalty: 'Link loyalty and gates',
  sitewatch: 'Update Sitewatch',
  signature: 'Ask for the signature',
  paper: 'Print the receipt, add the note',
  confirm: 'Confirm',
};

/** @param known whether it is an existing customer; `withCard` whether a loyalty card's number was entered */
export function titleOf(step: StepName, { known, withCard }: { known: boolean; withCard: boolean }): string {
  if (step === 'customer' && known) return 'Save the customer';
  if (step === 'welcome' && withCard) return 'Register the loyalty card';
  return titles[step];
}
