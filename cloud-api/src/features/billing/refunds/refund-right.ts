import { refundRole } from '@washdesk/rules/billing/refunds';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import { Role } from '@washdesk/rules/company/roles';
import { hasRight, type Principal } from '../../../common/caller.ts';
import type { FoundCharge } from './refunds.store.ts';

/** The one rule of every refund: whether the caller may give money of this charge back. */
export function mayRefund(by: Principal, { charge, customer }: FoundCharge): boolean {
  return hasRight(by, Role[refundRole({ customer, saleId: charge.metadata[paymentKeys.saleId] })]);
}

/** Refunds of one card wait for each other, whether they name the card or one of its charges. */
export const exclusiveOfRefunds = ({ fingerprint, charge }: { fingerprint: string | null; charge: string }): string =>
  fingerprint === null ? `charge:${charge}` : `card:${fingerprint}`;
