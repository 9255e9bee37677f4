import { isoDate } from '@washdesk/simulators/company/calendar';
import type { Company } from '@washdesk/simulators/company/company';
import { uuidAt, createRandom } from '@washdesk/simulators/company/random';
import type { CloudTable } from './cloud-table.ts';

/** One in this many members with a plus plan started with the plan below it. */
const oneOf = 5;
/** Older upgrades were made before the program existed. */
const days = 400;
const dayMs = 86_400_000;

/** Returns upgrades to a plus plan: the audit names the seller, and the sales count them. */
export function upgradeTables({ members, prices, employees, now }: Company): CloudTable[] {
  const random = createRandom(members.length);
  const made = members.flatMap(({ subscription, site }, place) => {
    const price = prices.find(({ id }) => id === subscription?.priceId);
    const former = prices.find((one) => one.productClass === 'Super Kiss' && one.site === price?.site && one.current);
    if (!subscription || subscription.canceledAt || price?.productClass !== 'Super Kiss Plus' || !former || place % oneOf !== 0) return [];
    const age = Date.parse(now) - Date.parse(subscription.created);
    const at = new Date(Date.parse(now) - Math.floor(random.fraction() * Math.min(age, days * dayMs))).toISOString();
    return [{ subscription, customer: members[place]!.id, site, price, former, at, employee: random.pick(employees) }];
  });
  return [
    {
      name: 'audit',
      rows: made.map(({ subscription, site, price, former, at, employee }, place) => ({
        id: uuidAt(random, at),
        at,
        actor: String(employee.number),
        approver: null,
        site,
        device: null,
        action: 'subscription.upgraded',
        subject: `subscription:${subscription.id}`,
        before: { price: former.id, status: 'active' },
        after: { price: price.id, status: 'active' },
        why: null,
        request_id: `seed-upgrade-${place}`,
      })),
    },
    {
      name: 'plan_sale',
      rows: made.map(({ subscription, customer, site, price, former, at, employee }) => ({
        id: uuidAt(random, at),
        kind: 'upgrade',
        at,
        day: isoDate(new Date(at)),
        site,
        seller: String(employee.number),
        seller_name: `${employee.firstName} ${employee.lastName}`,
        subscription: subscription.id,
        customer,
        former_price: former.id,
        price: price.id,
        early: false,
      })),
    },
  ];
}
