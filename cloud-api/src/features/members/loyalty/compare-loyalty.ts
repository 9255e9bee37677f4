import { isDeepStrictEqual } from 'node:util';
import { compareLoyalty, type ComparedLoyaltyMember } from '@washdesk/rules/reconcile/compare-copies';
import type { Difference } from '@washdesk/rules/reconcile/difference-kinds';
import { Failure } from '../../../common/failure.ts';
import { convergenceState, sentToLoyalty } from '../../../jobs/convergence-state.store.ts';
import type { ComparedCopy } from '../../../mirror/compare/compared-copy.ts';
import { customersPage } from '../../../mirror/compare/mirror-sides.store.ts';
import type { Clock } from '../../../ports/clock.ts';
import { LoyaltyRefused, LoyaltyUnavailable, type DesiredMember, type Loyalty, type LoyaltyMember } from '../../../ports/loyalty.ts';
import type { ConvergeCustomer } from './converge.ts';
import { desiredMembers, type MirroredMemberParts } from './desired-member.ts';

interface Parts extends MirroredMemberParts {
  loyalty: Loyalty;
  clock: Clock;
  converge: ConvergeCustomer;
}

const what = 'converge.loyalty';

/** The loyalty system against the mirror. Members whom Washdesk never sent there are not compared: nothing says that they must be there. */
export function loyaltyCopy({ converge, ...parts }: Parts): ComparedCopy {
  const { db, loyalty, clock } = parts;

  async function differences(customers: readonly string[]): Promise<Map<string, Difference[]>> {
    const [goodDays, domain] = await Promise.all([parts.goodDays(), parts.placeholderEmailDomain()]);
    const found = new Map((await loyalty.members(customers)).map((one) => [one.customer, one]));
    const sent = await sentToLoyalty(db, customers);
    const wanted = await db.transaction().execute((tx) => desiredMembers(tx, customers, { now: clock.now(), goodDays, domain }));
    const compared = customers
      .filter((customer) => sent.has(customer) || found.has(customer))
      .flatMap((customer): [string, Difference[]][] => {
        const [right, wrong] = [wanted.get(customer) ?? null, found.get(customer) ?? null];
        const differing = compareLoyalty(right ? comparedMember(right) : nothing, wrong && comparedMember(wrong));
        return differing.length > 0 ? [[customer, differing]] : [];
      });
    return new Map(compared);
  }

  return {
    screens: [
      {
        name: 'loyalty',
        async page(cursor) {
          const { ids, next } = await customersPage(db, cursor);
          const suspects = [...(await differences(ids)).keys()];
          return { suspects, compared: ids.length, next };
        },
      },
    ],

    async compare({ customer }) {
      const { isMoving, cause } = await convergenceState(db, what, customer);
      if (isMoving) return { kind: 'moving' };
      try {
        const found = (await differences([customer])).get(customer) ?? [];
        // an update that began after the first look
        if ((await convergenceState(db, what, customer)).isMoving) return { kind: 'moving' };
        return { kind: 'compared', differences: found.map((one) => ({ ...one, cause })) };
      } catch (error) {
        if (error instanceof LoyaltyUnavailable) return { kind: 'unavailable', reason: error.message };
        throw error;
      }
    },

    before: ({ customer }) => spoken(() => loyalty.member(customer)),

    repair: ({ customer }, by) =>
      spoken(async () => {
        await converge(customer, by);
        return loyalty.member(customer);
      }),

    undo: ({ customer }, { before, after }) =>
      spoken(async () => {
        if (!isDeepStrictEqual(await loyalty.member(customer), after))
          throw new Failure(409, 'changed_since', 'The member has changed in the loyalty system since the repair and stays as they are');
        const former = before as LoyaltyMember | null;
        if (!former) return void (await loyalty.forget(customer));
        const { groups, card, linked } = former;
        await loyalty.converge({ customer, groups, card: card && withoutStatus(card) }, clock.now());
        if (!linked) await loyalty.unlink(customer, clock.now());
      }),
  };
}

/** A deleted customer. */
const nothing: ComparedLoyaltyMember = { groups: [], card: null, lastName: null, firstName: null, email: null, cellPhone: null };

function comparedMember({ groups, card }: Pick<DesiredMember, 'groups' | 'card'>): ComparedLoyaltyMember {
  const { number = null, lastName = null, firstName = null, email = null, cellPhone = null } = card ?? {};
  return { groups: groups.filter((group) => group !== 'None'), card: number, lastName, firstName, email, cellPhone };
}

const withoutStatus = ({ npcStatus: _npcStatus, ...card }: NonNullable<LoyaltyMember['card']>): DesiredMember['card'] => card;

async function spoken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LoyaltyUnavailable) throw new Failure(503, 'loyalty_unavailable', error.message);
    if (error instanceof LoyaltyRefused) throw new Failure(409, 'refused', error.message);
    throw error;
  }
}
