import type { StoredObject } from '../store.ts';

/** What the stand-in keeps for itself stays out; a receipt's path becomes an address. Any other object is as it is stored. */
export function showPayment(object: StoredObject, origin: string) {
  if ('deleted' in object) return { ...object };
  switch (object.object) {
    case 'payment_method': {
      const { behaviour: _behaviour, spent: _spent, ...shown } = object;
      return shown;
    }
    case 'refund': {
      const { settles: _settles, ...shown } = object;
      return shown;
    }
    case 'dispute': {
      const { decision: _decision, ...shown } = object;
      return shown;
    }
    case 'charge':
      return { ...object, receipt_url: object.receipt_url && `${origin}${object.receipt_url}` };
    default:
      return { ...object };
  }
}
