const brands: Readonly<Record<string, string>> = {
  amex: 'Amex',
  diners: 'Diners',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** A card's brand as people write it; one that is not known stays as Stripe names it. */
export const cardBrand = (brand: string): string => brands[brand] ?? brand;

/** A payment card in a sentence: 'Visa 4242'. */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }): string => `${cardBrand(brand)} ${last4}`;
