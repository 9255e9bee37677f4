import { daysBefore } from '@washdesk/simulators/company/calendar';
import type { Company } from '@washdesk/simulators/company/company';
import type { Member, PastBill } from '@washdesk/simulators/company/member-model';
import { makeCustomer, makeDeletedCustomer } from './objects/customer.ts';
import { makeMembersCard } from './objects/payment-method.ts';
import { makePrice } from './objects/price.ts';
import { makeProduct } from './objects/product.ts';
import { makeSitesTaxRate } from './objects/tax-rate.ts';
import { makeLocation, makeReader } from './objects/terminal.ts';
import { seededBilling, type Catalogue } from './seed/seeded-billing.ts';
import { seededPaymentMethod } from './seed/seeded-payment-method.ts';
import { seededPayment } from './seed/seeded-payment.ts';
import type { Store, StoredObject } from './state/store.ts';

/** Fills an empty store with the company's part of Stripe: everything except the data of Sitewatch and PostgreSQL. */
export function loadCompany(store: Store, company: Company): void {
  const now = new Date(company.now);
  const founded = Math.floor(daysBefore(now, 2000).getTime() / 1000);
  const locationOf = new Map(company.sites.map(({ number, locationId }) => [number, locationId]));

  for (const site of company.sites) {
    if (site.taxRate) store.put(makeSitesTaxRate(site.taxRate, site.state, founded));
    store.put(makeLocation(site));
  }
  for (const reader of company.readers) {
    const lastSeen = reader.online ? now : daysBefore(now, 3);
    store.put(makeReader(reader, locationOf.get(reader.site) ?? '', lastSeen.getTime()));
  }
  for (const product of company.products) store.put(makeProduct(product, founded));
  const prices = company.prices.map((price) => makePrice(price, founded));
  for (const price of prices) store.put(price);
  const productNames = new Map(company.products.map(({ id, name }) => [id, name]));

  const catalogue: Catalogue = {
    prices: new Map(prices.map((price) => [price.id, price])),
    productNames,
    now: Math.floor(now.getTime() / 1000),
  };
  const pastBills = Map.groupBy(company.pastBills, ({ customer }) => customer);
  const objects = company.members.flatMap((member) => objectsOf(member, pastBills.get(member.id) ?? [], catalogue));
  const dated = [...objects, ...paymentsOf(company)];
  // the store lists newest first, by insertion order
  dated.sort((one, other) => createdOf(one) - createdOf(other));
  for (const object of dated) store.put(object);
}

function objectsOf(member: Member, pastBills: readonly PastBill[], catalogue: Catalogue): StoredObject[] {
  const { subscription, card } = member;
  const method = card && makeMembersCard(member, card);
  const methods = method ? [method] : [];
  if (member.deleted)
    return [
      makeDeletedCustomer(member.id),
      ...methods,
      ...(subscription ? seededBilling({ member, subscription, method, customer: null, pastBills }, catalogue) : []),
    ];
  const customer = makeCustomer(member);
  if (!subscription) return [customer, ...methods];
  const earlier = pastBills.filter(({ at }) => at !== subscription.periodStart).length;
  const billed = { ...customer, next_invoice_sequence: 2 + earlier };
  return [billed, ...methods, ...seededBilling({ member, subscription, method, customer: billed, pastBills }, catalogue)];
}

/** Returns the payment objects besides plans: additional cards, and payments at the counter. */
function paymentsOf({ members, additionalPaymentMethods, payments, employees }: Company): StoredObject[] {
  const byId = new Map(members.map((member) => [member.id, member]));
  const names = new Map(employees.map(({ number, firstName, lastName }) => [number, `${firstName} ${lastName}`]));
  const details = additionalPaymentMethods.flatMap((further) => {
    const member = byId.get(further.customer);
    return member ? [seededPaymentMethod(further, member)] : [];
  });
  const paid = payments.flatMap((payment) => {
    const member = byId.get(payment.customer);
    return member?.card ? seededPayment(payment, makeMembersCard(member, member.card), names) : [];
  });
  return [...details, ...paid];
}

function createdOf(object: StoredObject): number {
  return 'created' in object ? object.created : 0;
}
