/** Days of notice before a price increase, as promised in receipt and agreement. */
export const noticeDays = 30;
export const cancellationDays = 5;

const months = (count: number): string => (count === 1 ? '1 month' : `${count} months`);

/**
 * Returns the sentences that a customer signs at sign-up.
 * @param duration months for which the price is guaranteed
 */
export const receiptTerms = (duration: number): string[] => [
  'Your plan is charged to your card on the 1st of every month until you cancel it.',
  `The price is guaranteed for a minimum of ${months(duration)}.`,
  `We’ll notify you ${noticeDays} days before any price change.`,
  `Cancellations take ${cancellationDays} days to take effect.`,
];
