/** Derives an invoice's id from its subscription and number, so that neither has to store the other's id. */
export function invoiceId(subscription: string, number: number): string {
  return `in_${subscription.slice('sub_'.length)}x${number}`;
}

/** Derives a line's id from its index, so that it does not have to be stored. */
export function lineId(invoice: string, index: number): string {
  return `il_${ownPart(invoice)}${index}`;
}

/** Returns the invoice item id of a previewed line, which exists only in the preview. */
export function previewedItemId(invoice: string, index: number): string {
  return `ii_${ownPart(invoice)}${index}`;
}

const ownPart = (invoice: string): string => invoice.slice(invoice.lastIndexOf('_') + 1);
