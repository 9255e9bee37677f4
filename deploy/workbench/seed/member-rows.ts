import { parseName } from '@washdesk/rules/customers/names';
import { toE164 } from '@washdesk/rules/customers/phones';
import { groupsFor } from '@washdesk/rules/plans/loyalty';
import { mayWash } from '@washdesk/rules/plans/statuses';
import type { Company } from '@washdesk/simulators/company/company';
import type { Member } from '@washdesk/simulators/company/member-model';
import { customerNumbers } from '@washdesk/simulators/sitewatch/rows';
import type { CloudTable } from './cloud-table.ts';

/** Returns the customer's records at other systems, as though each of them had received every member. */
export const externalSystemRows = (company: Company): CloudTable[] => [
  { name: 'sitewatch_link', rows: sitewatchLinks(company) },
  ...loyaltyTables(company),
  { name: 'message_opt_out', rows: optOuts(company) },
];

function sitewatchLinks(company: Company): Record<string, unknown>[] {
  const shared = company.edgeCases.sharedPlateCanceled.customer;
  return company.sites.flatMap((site) => {
    const numbers = customerNumbers(company, site);
    return company.members.map(({ id, plate, tag, deleted }) => ({
      site: site.number,
      customer: id,
      objid: numbers.get(id) ?? null,
      // a site has only the codes by which lanes identify the customer
      plate: deleted || id === shared ? null : plate,
      tag: deleted ? null : tag,
      changed: company.now,
    }));
  });
}

function loyaltyTables({ members, products, prices, now }: Company): CloudTable[] {
  const productOf = new Map(prices.map(({ id, productId }) => [id, products.find((product) => product.id === productId)]));
  const live = members.filter(({ deleted }) => !deleted);
  return [
    {
      name: 'loyalty_member',
      rows: live.map(({ id, plate, subscription, created }) => {
        const product = subscription && productOf.get(subscription.priceId);
        // a plan without washes opens no gate
        const admitted = subscription !== null && mayWash(subscription.status) && product?.redeemable === true;
        const plan = { productClass: product?.productClass ?? null, clubCode: product?.clubCode ?? null };
        return { customer: id, linked: true, groups: groupsFor({ ...plan, admitted, plate }), created, changed: now };
      }),
    },
    { name: 'loyalty_card', rows: live.flatMap((member) => (member.theCard === null ? [] : [cardRow(member, member.theCard, now)])) },
  ];
}

function cardRow({ id, name, email, address, phone, tag, created }: Member, number: string, changed: string): Record<string, unknown> {
  const { firstName, lastName } = parseName(name);
  return {
    number,
    customer: id,
    last_name: lastName,
    first_name: firstName,
    email,
    zipcode: address.postalCode,
    cell_phone: phone,
    secondary_code: tag,
    npc_status: null,
    created,
    changed,
  };
}

function optOuts({ optOuts: all, members }: Company): Record<string, unknown>[] {
  const byId = new Map(members.map((member) => [member.id, member]));
  return all.flatMap(({ customer, channel, since }) => {
    const member = byId.get(customer);
    const address = member && (channel === 'email' ? member.email.toLowerCase() : toE164(member.phone));
    return address ? [{ channel, address, since }] : [];
  });
}
