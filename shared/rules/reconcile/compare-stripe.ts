import { meaningOf } from '../plans/statuses.ts';
import { differingFields, type Difference } from './difference-kinds.ts';

export interface ComparedPlan {
  id: string;
  status: string;
  price: string | null;
  /** The end of the paid period, ISO 8601. */
  periodEnd: string | null;
  /** When the plan is set to end, ISO 8601. */
  endsAt: string | null;
}

export interface ComparedCustomer {
  name: string | null;
  email: string | null;
  phone: string | null;
  plate: string | null;
  tag: string | null;
  /** The default card: 'Visa 4242 12/2027'. */
  card: string | null;
  plans: readonly ComparedPlan[];
}

const contact = { name: 'Name', email: 'Email', phone: 'Phone' } as const;
const codes = { plate: 'Plate', tag: 'Tag' } as const;
const status = { status: 'Status', periodEnd: 'Paid until', endsAt: 'Ends on' } as const;

/** Compares a customer at Stripe with the copy in the mirror; null for a customer that a side does not have, or has as deleted. */
export function compareStripe(stripe: ComparedCustomer | null, mirror: ComparedCustomer | null): Difference[] {
  if (stripe === null) {
    const fields = [{ name: 'Customer', right: null, wrong: mirror?.name ?? 'No name' }];
    return mirror === null ? [] : [{ kind: 'customer-gone', about: '', fields }];
  }
  if (mirror === null)
    return [{ kind: 'customer-missing', about: '', fields: [{ name: 'Customer', right: stripe.name ?? 'No name', wrong: null }] }];
  const whole: Difference[] = [
    {
      kind: 'contact-mirror',
      about: '',
      fields: differingFields(pick(stripe, 'name', 'email', 'phone'), pick(mirror, 'name', 'email', 'phone'), contact),
    },
    { kind: 'codes-mirror', about: '', fields: differingFields(pick(stripe, 'plate', 'tag'), pick(mirror, 'plate', 'tag'), codes) },
    { kind: 'card-mirror', about: '', fields: differingFields(pick(stripe, 'card'), pick(mirror, 'card'), { card: 'Card' }) },
  ];
  return [...whole, ...comparePlans(stripe.plans, mirror.plans)].filter(({ fields }) => fields.length > 0);
}

/** An ended plan that the other side does not have makes no difference. */
function comparePlans(stripe: readonly ComparedPlan[], mirror: readonly ComparedPlan[]): Difference[] {
  const [atStripe, here] = [byId(stripe), byId(mirror)];
  return [...new Set([...atStripe.keys(), ...here.keys()])].flatMap((about): Difference[] => {
    const [right, wrong] = [atStripe.get(about), here.get(about)];
    if (right && wrong) {
      return [
        {
          kind: 'plan-status',
          about,
          fields: differingFields(pick(right, 'status', 'periodEnd', 'endsAt'), pick(wrong, 'status', 'periodEnd', 'endsAt'), status),
        },
        { kind: 'plan-price', about, fields: differingFields(pick(right, 'price'), pick(wrong, 'price'), { price: 'Price' }) },
      ];
    }
    const only = right ?? wrong;
    if (!only || meaningOf(only.status).ended) return [];
    const fields = [{ name: 'Status', right: right?.status ?? null, wrong: wrong?.status ?? null }];
    return [{ kind: right ? 'plan-missing' : 'plan-gone', about, fields }];
  });
}

const byId = (plans: readonly ComparedPlan[]) => new Map(plans.map((plan) => [plan.id, plan]));

const pick = <T, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
