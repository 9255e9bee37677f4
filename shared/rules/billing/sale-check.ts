/** A sale in a site's Sitewatch; cents. */
export interface RungUpSale {
  total: number;
  /** 0 closed, 1 voided. */
  status: number;
  tenders: readonly { amount: number }[];
}

const voided = 1;

/**
 * Whether an amount may be charged for a sale: its total, its open balance, or one of its tenders, because a register may write the tender
 * before the charge.
 */
export function checkSale({ total, status, tenders }: RungUpSale, amount: number): 'agrees' | 'voided' | 'differs' {
  if (status === voided) return 'voided';
  const tendered = tenders.map((tender) => tender.amount);
  const open = total - tendered.reduce((sum, one) => sum + one, 0);
  return [total, open, ...tendered].includes(amount) ? 'agrees' : 'differs';
}

const saleNumber = /^\d{1,10}$/;
const greatest = 2 ** 31 - 1;

/** Returns Sitewatch's number of a sale; null if the text is not a sale number. */
export function sitewatchSaleNumber(saleid: string): number | null {
  const number = saleNumber.test(saleid) ? Number(saleid) : null;
  return number !== null && number <= greatest ? number : null;
}

/** Returns the one spelling of a sale's number by which its charges are compared: '08812' is 8812. Other texts stay as they are. */
export const plainSaleNumber = (saleid: string): string => String(sitewatchSaleNumber(saleid) ?? saleid);
