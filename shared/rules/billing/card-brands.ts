const brands: Readonly<Record<string, string>> = {
  amex: 'Amex',
  diners: 'Diners',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** Returns the display name of a card brand, or Stripe's name if unknown. */
export const cardBrand = (brand: string): string => brands[brand] ?? brand;

/** Returns the name of a payment card in a sentence: 'Visa 4242'. */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }): string => `${cardBrand(brand)} ${last4}`;
