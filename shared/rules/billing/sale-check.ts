/** A sale as a site's Sitewatch holds it; cents. */
export interface RungUpSale {
  total: number;
  /** 0 closed, 1 voided. */
  status: number;
  tenders: readonly { amount: number }[];
}

const voided = 1;

/**
 * Whether an amount may be charged for a sale: the whole of it, what its tenders leave open, or one of its tenders, for a register may
 * have written the tender before the charge.
 */
export function checkSale({ total, status, tenders }: RungUpSale, amount: number): 'agrees' | 'voided' | 'differs' {
  if (status === voided) return 'voided';
  const tendered = tenders.map((tender) => tender.amount);
  const open = total - tendered.reduce((sum, one) => sum + one, 0);
  return [total, open, ...tendered].includes(amount) ? 'agrees' : 'differs';
}

const saleNumber = /^\d{1,10}$/;
const greatest = 2 ** 31 - 1;

/** The number under which Sitewatch knows a sale; null for a text that is none. */
export function sitewatchSaleNumber(saleid: string): number | null {
  const number = saleNumber.test(saleid) ? Number(saleid) : null;
  return number !== null && number <= greatest ? number : null;
}
