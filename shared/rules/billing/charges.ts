/** The largest amount for which only a card is saved and no money moves (docs/rules/billing.md#office-charge). Cents. */
export const maxSetupOnlyCents = 50;

/** The smallest amount that needs confirmation. Cents. */
export const confirmationMinCents = 50_000;

/** The longest description on a card statement, in characters. */
export const maxDescription = 22;

const plainDescription = /^[A-Za-z0-9 ]*$/;

/** Whether an office charge's description contains only letters and numbers, with spaces between words. */
export function isPlainDescription(text: string): boolean {
  return text.length <= maxDescription && plainDescription.test(text);
}

/** Whether an amount moves money or only saves a card. */
export function chargeMode(amount: number): 'payment' | 'setup' {
  return amount > maxSetupOnlyCents ? 'payment' : 'setup';
}
