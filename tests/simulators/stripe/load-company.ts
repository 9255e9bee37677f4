import type { Company } from '../company/company.ts';
import type { Member } from '../company/member-model.ts';
import { daysBefore } from '../company/calendar.ts';
import { makeRenewalCharge } from './objects/charge.ts';
import { makeCustomer, makeDeletedCustomer } from './objects/customer.ts';
import { makePaymentMethod } from './objects/payment-method.ts';
import { makePrice } from './objects/price.ts';
import { makeProduct } from './objects/product.ts';
import { makeSchedule } from './objects/subscription-schedule.ts';
import { makeSubscription } from './objects/subscription.ts';
import { makeLocation, makeReader } from './objects/terminal.ts';
import type { Store, StoredObject } from './store.ts';

/** Fills an empty store with the company's part of Stripe: all but what Sitewatch and PostgreSQL own. */
export function loadCompany(store: Store, company: Company): void {
  const now = new Date(company.now);
  const founded = Math.floor(daysBefore(now, 2000).getTime() / 1000);
  const locationOf = new Map(company.sites.map(({ number, locationId }) => [number, locationId]));

  for (const site of company.sites) store.put(makeLocation(site));
  for (const reader of company.readers) {
    const lastSeen = reader.online ? now : daysBefore(now, 3);
    store.put(makeReader(reader, locationOf.get(reader.site) ?? '', lastSeen.getTime()));
  }
  for (const product of company.products) store.put(makeProduct(product, founded));
  for (const price of company.prices) store.put(makePrice(price, founded));

  const amounts = new Map(company.prices.map(({ id, unitAmount }) => [id, unitAmount]));
  const dated = company.members.flatMap((member) => objectsOf(member, amounts));
  // The store lists newest first by the order of insertion.
  dated.sort((one, other) => createdOf(one) - createdOf(other));
  for (const object of dated) store.put(object);
}

function objectsOf(member: Member, amounts: ReadonlyMap<string, number>): StoredObject[] {
  const { subscription, card } = member;
  const objects: StoredObject[] = [member.deleted ? makeDeletedCustomer(member.id) : makeCustomer(member)];
  if (card) objects.push(makePaymentMethod(member, card));
  if (!subscription) return objects;
  objects.push(makeSubscription(member, subscription));
  if (subscription.increase) objects.push(makeSchedule(member, subscription, subscription.increase));
  const wasCharged = subscription.status !== 'trialing' && subscription.status !== 'incomplete';
  if (card && wasCharged) objects.push(makeRenewalCharge(member, subscription, card, amounts.get(subscription.priceId) ?? 0));
  return objects;
}

function createdOf(object: StoredObject): number {
  return 'created' in object ? object.created : 0;
}
