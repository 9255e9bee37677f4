/** Up to this amount no money moves: a card is set up instead (docs/rules/billing.md#office-charge). Cents. */
export const maxSetupOnlyCents = 50;

/** From this amount on a charge must be confirmed. Cents. */
export const confirmationMinCents = 50_000;

/** The longest description on a card statement. */
export const maxDescription = 22;

const plainDescription = /^[A-Za-z0-9 ]*$/;

/** An office charge's description holds letters and numbers only; blanks stand between words. */
export function isPlainDescription(text: string): boolean {
  return text.length <= maxDescription && plainDescription.test(text);
}

/** Whether an amount moves money, or only a card is kept. */
export function chargeMode(amount: number): 'payment' | 'setup' {
  return amount > maxSetupOnlyCents ? 'payment' : 'setup';
}
