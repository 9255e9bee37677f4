import { signatureState, type SignatureRequest } from '@washdesk/contracts/members/signature';
import { readAgreement } from '../../../documents/agreement.ts';
import type { SignatureRow } from './signatures.store.ts';

/** Returns a request as a tablet lists it: the plan as in the agreement, and the place where it is to be signed. */
export function signatureView(row: SignatureRow): SignatureRequest {
  const { receiptid, plate, employee, sold, item, price, total, duration } = readAgreement(row.agreement);
  return {
    id: row.id,
    receiptid,
    customer: row.customer,
    subscription: row.subscription,
    plate,
    site: row.site,
    terminal: row.terminal,
    employee,
    sold,
    item,
    price,
    ...(total !== undefined && { total }),
    duration,
    state: signatureState.parse(row.state),
    requested: row.requested.toISOString(),
    signed: row.signed_at?.toISOString() ?? null,
    remark: row.signed_at_register_by && `signed at register by ${row.signed_at_register_by}`,
    typedName: row.typed_name,
    hash: row.agreement_hash.toString('hex'),
  };
}
