import type { Customer, CustomerDetail } from '@washdesk/contracts/members/customer';
import { customerKeys, productKeys } from '@washdesk/rules/company/metadata-keys';
import { parseName } from '@washdesk/rules/customers/names';
import { groupsFor } from '@washdesk/rules/plans/loyalty';
import { keptPrice } from '@washdesk/rules/plans/plan-changes';
import { isMember } from '@washdesk/rules/plans/statuses';
import type { ProviderCustomer } from '../../../common/provider-objects.ts';
import { defaultCardOf } from '../../../mirror/reads/live-customer.ts';

const notActive = 'Not Active';

interface Known {
  view: Customer;
  object: ProviderCustomer;
  incomplete: boolean;
  now: Date;
}

/** A customer with derived fields (docs/rules/members.md#customer). */
export function customerDetail({ view, object, incomplete, now }: Known): CustomerDetail {
  const isTrue = (key: string): boolean => view.metadata[key] === 'true';
  const running = view.subscriptions.data.find(({ status }) => isMember(status));
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
    loyaltyGroups: groupsFor({
      admitted: running !== undefined,
      productClass,
      clubCode: product?.metadata[productKeys.clubCode] ?? null,
      plate: view.metadata[customerKeys.plate] ?? '',
    }),
    nextPrice: keptPrice(view.metadata, now),
    invoice_settings: { default_payment_method: defaultCardOf(object) },
  };
}
