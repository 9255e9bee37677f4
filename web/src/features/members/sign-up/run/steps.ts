/** The nine steps of a sign-up in their order; see docs/rules/billing.md#sign-up. */
export const stepNames = ['customer', 'card', 'subscription', 'welcome', 'loyalty', 'sitewatch', 'signature', 'paper', 'confirm'] as const;
export type StepName = (typeof stepNames)[number];

/** The steps at Stripe, one after the other: each needs what the step before it made. */
export const stripeSteps = ['customer', 'card', 'subscription'] as const satisfies readonly StepName[];
export type StripeStepName = (typeof stripeSteps)[number];

/**
 * The jobs of the subscription's operation. They run side by side: none needs another's result, the cloud finishes each by itself, and so
 * the customer waits for the slowest of them, not for their sum.
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

/** @param known whether the person is a customer already; `withCard` whether a loyalty card's number was given */
export function titleOf(step: StepName, { known, withCard }: { known: boolean; withCard: boolean }): string {
  if (step === 'customer' && known) return 'Save the customer';
  if (step === 'welcome' && withCard) return 'Register the loyalty card';
  return titles[step];
}
