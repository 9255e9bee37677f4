import { readCode } from '@washdesk/rules/codes/code-forms';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { isTheCardNumber, realEmail } from '@washdesk/rules/customers/customer-entry';
import { parseName } from '@washdesk/rules/customers/names';
import type { ProviderCustomer } from '../../../common/provider-objects.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { loadCatalogue, loadCustomerAggregates } from '../../../mirror/projection/customer-aggregates.store.ts';
import { planSummary } from '../../../mirror/projection/memberships.ts';
import { codesInMetadata } from '../../../mirror/snapshots/rows.ts';
import type { HolderFields, DesiredMember } from '../../../ports/loyalty.ts';
import { isMirroredCustomer, primaryCodeHolders } from './code-holder.store.ts';

export interface MirroredMemberParts {
  db: Db;
  /** Days that a good status lasts beyond its period. */
  goodDays: () => Promise<number>;
  placeholderEmailDomain: () => Promise<string>;
}

export interface CardHolder {
  number: string;
  customer: string;
}

/** `meant` is the other customer to whom lanes assign the number in this customer's data, if any. */
type Found = DesiredMember & { meant: CardHolder | null };

/**
 * Returns the member as the loyalty system must store it; 'deleted' for a deleted customer, null for one missing from the mirror. A number
 * shared by several customers belongs to the one that lanes choose, in whatever order they are converged.
 */
export async function desiredMember(parts: MirroredMemberParts, customer: string, now: Date): Promise<Found | 'deleted' | null> {
  const [goodDays, domain] = await Promise.all([parts.goodDays(), parts.placeholderEmailDomain()]);
  return parts.db.transaction().execute(async (tx) => {
    const found = (await desiredMembers(tx, [customer], { now, goodDays, domain })).get(customer);
    if (!found) return (await isMirroredCustomer(tx, customer)) ? 'deleted' : null;
    return found;
  });
}

interface Rules {
  now: Date;
  goodDays: number;
  /** The domain of placeholder addresses. */
  domain: string;
}

/** Returns the live customers of these as the loyalty system must store them. */
export async function desiredMembers(tx: Tx, customers: readonly string[], { now, goodDays, domain }: Rules): Promise<Map<string, Found>> {
  const catalogue = await loadCatalogue(tx);
  const aggregates = await loadCustomerAggregates(tx, customers);
  const holders = await primaryCodeHolders(
    tx,
    aggregates.flatMap(({ customer }) => cardNumberOf(customer) ?? []),
  );
  return new Map(
    aggregates.map((aggregate) => {
      const { customer } = aggregate;
      const { groups } = planSummary(aggregate, catalogue, now, goodDays);
      const number = cardNumberOf(customer);
      const holder = number === null ? null : (holders.get(number) ?? null);
      const isHeldByAnother = holder !== null && holder !== customer.id;
      return [
        customer.id,
        {
          customer: customer.id,
          groups,
          card: number === null || isHeldByAnother ? null : { number, ...fieldsOf(customer, domain) },
          meant: number !== null && isHeldByAnother ? { number, customer: holder } : null,
        },
      ];
    }),
  );
}

/** Returns the card number in a customer's own data; null if it is not in our series. */
export function cardNumberOf({ metadata = {} }: ProviderCustomer): string | null {
  const number = readCode(metadata[customerKeys.theCard] ?? '');
  return isTheCardNumber(number) ? number : null;
}

function fieldsOf(customer: ProviderCustomer, placeholderEmailDomain: string): HolderFields {
  const { firstName, lastName } = parseName(customer.name ?? '');
  return {
    lastName,
    firstName,
    email: realEmail(customer.email, placeholderEmailDomain),
    zipcode: customer.address?.postal_code || null,
    cellPhone: customer.phone || null,
    secondaryCode: codesInMetadata(customer).find(({ kind }) => kind === 'tag')?.code ?? null,
  };
}
