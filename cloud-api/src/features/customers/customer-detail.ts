import type { Customer, CustomerDetail } from '@washdesk/contracts/customer';
import { customerKeys, productKeys } from '@washdesk/rules/metadata-keys';
import { parseName } from '@washdesk/rules/names';
import { isGoodStatus } from '@washdesk/rules/statuses';
import type { ProviderCustomer } from '../../db/provider-objects.ts';
import { defaultCardOf } from '../../mirror/live-customer.ts';
import { groupsFor } from '../../mirror/memberships.ts';

const notActive = 'Not Active';

interface Known {
  view: Customer;
  object: ProviderCustomer;
  incomplete: boolean;
  now: Date;
}

/** A customer with what follows from it (customer-detail section 3, "Customer"). */
export function customerDetail({ view, object, incomplete, now }: Known): CustomerDetail {
  const isTrue = (key: string): boolean => view.metadata[key] === 'true';
  const running = view.subscriptions.data.find(({ status }) => isGoodStatus(status));
  const product = running?.plan?.product ?? null;
  const productClass = product ? (product.metadata[productKeys.productClass] ?? product.name) : null;
  return {
    ...view,
    ...parseName(view.name ?? ''),
    isCommercial: isTrue(customerKeys.isCommercial),
    isTruck: isTrue(customerKeys.isTruck),
    isBusinessSelect: isTrue(customerKeys.isBusinessSelect),
    isFleet: isTrue(customerKeys.isFleet),
    isUberLyft: isTrue(customerKeys.isUberLyft),
    createdOnline: isTrue(customerKeys.createdOnline),
    bademail: isTrue(customerKeys.badEmail),
    incomplete,
    planType: productClass ?? notActive,
    loyaltyGroups: groupsFor(running !== undefined, productClass),
    nextPrice: nextPriceOf(view.metadata, now),
    invoice_settings: { default_payment_method: defaultCardOf(object) },
  };
}

/** Kept for the member until its instant has passed (customer-detail section 4, "Change Price"). */
function nextPriceOf(metadata: Readonly<Record<string, string>>, now: Date): CustomerDetail['nextPrice'] {
  const price = metadata[customerKeys.nextPrice];
  const expires = Number(metadata[customerKeys.nextPriceExpires]);
  if (!price || !Number.isSafeInteger(expires) || expires * 1_000 <= now.getTime()) return null;
  return { price, expires };
}
