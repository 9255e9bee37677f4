/** The id of a subscription's invoice by its number, so that neither has to keep the other's. */
export function invoiceId(subscription: string, number: number): string {
  return `in_${subscription.slice('sub_'.length)}x${number}`;
}

/** The id of an invoice's line by its place, so that it need not be stored. */
export function lineId(invoice: string, index: number): string {
  return `il_${ownPart(invoice)}${index}`;
}

/** The invoice item behind a previewed line, which exists only in the preview. */
export function previewedItemId(invoice: string, index: number): string {
  return `ii_${ownPart(invoice)}${index}`;
}

const ownPart = (invoice: string): string => invoice.slice(invoice.lastIndexOf('_') + 1);
