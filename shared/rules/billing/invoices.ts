/** Whether an invoice is sent to the customer instead of charged to a card: no payment failed, so there is none to retry. */
export const isSent = (collectionMethod: string | undefined): boolean => collectionMethod === 'send_invoice';
