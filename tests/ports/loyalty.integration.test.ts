import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresLoyalty } from '@washdesk/cloud-api/adapters/postgres-loyalty/postgres-loyalty';
import type { HolderFields, Loyalty, DesiredMember } from '@washdesk/cloud-api/ports/loyalty';
import { freshDatabase } from '@washdesk/cloud-api/testing/database';

interface Started {
  loyalty: Loyalty;
  stop(): Promise<void>;
}

/** Every adapter of the port: any loyalty system must behave this way. */
const adapters: Record<string, () => Promise<Started>> = {
  PostgreSQL: async () => {
    const database = await freshDatabase();
    return { loyalty: postgresLoyalty(database.db), stop: () => database.stop() };
  },
};

const at = new Date('2026-11-21T15:30:00Z');
const ada: HolderFields = {
  lastName: 'Moore',
  firstName: 'Zoë',
  email: 'zoe@moore.test',
  zipcode: '60435',
  cellPhone: '815-555-0101',
  secondaryCode: '12345+123456',
};

let numbers = 0;
const freshCard = (): string => `629892231${String((numbers += 1)).padStart(9, '0')}`;
const freshCustomer = (): string => `cus_${(numbers += 1)}`;

describe.each(Object.entries(adapters))('loyalty by %s', (_name, start) => {
  let started: Started;
  let loyalty: Loyalty;

  beforeAll(async () => {
    started = await start();
    loyalty = started.loyalty;
  });
  afterAll(() => started.stop());

  const wanted = (more: Partial<DesiredMember> = {}): DesiredMember => ({
    customer: freshCustomer(),
    groups: ['Active Unlimited Plans'],
    card: { number: freshCard(), ...ada },
    ...more,
  });
  /** Creates a member who already exists. */
  async function made(more: Partial<DesiredMember> = {}) {
    const member = wanted(more);
    await loyalty.converge(member, at);
    return { ...member, number: member.card?.number ?? '' };
  }

  it('does not have members that were not sent to it', async () => {
    expect([await loyalty.member(freshCustomer()), await loyalty.holder(freshCard())]).toEqual([null, null]);
    const known = await made();
    expect(await loyalty.members([])).toEqual([]);
    expect(await loyalty.members([freshCustomer(), known.customer])).toEqual([await loyalty.member(known.customer)]);
    expect(await loyalty.forget(freshCustomer())).toBe(false);
    expect(await loyalty.setGroups(freshCustomer(), ['None'], at)).toBeNull();
    expect(await loyalty.unlink(freshCustomer(), at)).toBeNull();
    expect(await loyalty.writeCard(freshCard(), { zipcode: '60436' }, at)).toBeNull();
  });

  it('links a member with groups and card, and tells it again by either', async () => {
    const member = wanted();
    const told = { ...member, linked: true, card: { ...member.card, npcStatus: null } };
    expect(await loyalty.converge(member, at)).toEqual({ member: told, changed: true });
    expect(await loyalty.member(member.customer)).toEqual(told);
    expect(await loyalty.holder(member.card!.number)).toEqual(told);
  });

  it('knows what it knows: the same again changes nothing', async () => {
    const { number: _, ...member } = await made();
    expect(await loyalty.converge(member, at)).toMatchObject({ changed: false });
    const others: Partial<DesiredMember>[] = [
      { groups: ['None'] },
      { card: { ...member.card!, zipcode: null } },
      { card: { ...member.card!, lastName: 'Lee' } },
      { card: null },
    ];
    for (const other of others) {
      expect(await loyalty.converge({ ...member, ...other }, at)).toMatchObject({ changed: true, member: other });
      expect(await loyalty.converge({ ...member, ...other }, at)).toMatchObject({ changed: false });
    }
  });

  it('needs no card', async () => {
    const { customer } = await made({ card: null });
    expect(await loyalty.member(customer)).toEqual({ customer, linked: true, groups: ['Active Unlimited Plans'], card: null });
  });

  it('frees the card that a member gives back, or replaces by another', async () => {
    const member = await made();
    const [first, second] = [member.number, freshCard()];
    await loyalty.writeCard(first, { npcStatus: 'VIP' }, at);
    const replaced = await loyalty.converge({ ...member, card: { number: second, ...ada } }, at);
    expect(replaced.member.card).toMatchObject({ number: second, npcStatus: 'VIP' });
    expect(await loyalty.holder(first)).toBeNull();
    await loyalty.converge({ ...member, card: null }, at);
    expect(await loyalty.holder(second)).toBeNull();
  });

  it('takes a card from its former holder, without the former holder’s data', async () => {
    const former = await made();
    await loyalty.writeCard(former.number, { npcStatus: 'VIP' }, at);
    const next = await made({ card: { ...ada, number: former.number, lastName: 'Lee' } });
    expect(await loyalty.holder(former.number)).toMatchObject({ customer: next.customer, card: { lastName: 'Lee', npcStatus: null } });
    expect(await loyalty.member(former.customer)).toMatchObject({ linked: true, card: null });
  });

  it('lets members swap their cards at once', async () => {
    const held = await Promise.all(Array.from({ length: 12 }, () => made()));
    const swaps = held.map((one, place) => ({ ...one, card: { number: held[place % 2 ? place - 1 : place + 1]!.number, ...ada } }));
    await Promise.all(swaps.map((swap) => loyalty.converge(swap, at)));
    for (const { customer, card } of swaps) expect(await loyalty.holder(card.number)).toMatchObject({ customer });
  });

  it('gives one card that many claim at once to exactly one', async () => {
    const number = freshCard();
    const claims = Array.from({ length: 8 }, () => wanted({ card: { number, ...ada } }));
    await Promise.all(claims.map((claim) => loyalty.converge(claim, at)));
    const holders = (await Promise.all(claims.map(({ customer }) => loyalty.member(customer)))).filter((member) => member?.card);
    expect(holders).toHaveLength(1);
    expect(await loyalty.holder(number)).toEqual(holders[0]);
  });

  it('forgets a member: the card is free, and there is nothing more to forget', async () => {
    const { customer, number } = await made();
    expect([await loyalty.forget(customer), await loyalty.forget(customer)]).toEqual([true, false]);
    expect([await loyalty.member(customer), await loyalty.holder(number)]).toEqual([null, null]);
  });

  it('writes single fields of a card, and clears them', async () => {
    const { number, customer, card } = await made();
    const written = await loyalty.writeCard(number, { npcStatus: 'VIP', cellPhone: null }, at);
    expect(written).toMatchObject({ customer, card: { ...card, npcStatus: 'VIP', cellPhone: null } });
    expect(await loyalty.holder(number)).toEqual(written);
  });

  it('puts a member into groups by hand, out of all of them, and back in step', async () => {
    const { number: _, ...member } = await made();
    const { customer } = member;
    expect(await loyalty.setGroups(customer, ['Active Unlimited PLUS members'], at)).toMatchObject({
      linked: true,
      groups: ['Active Unlimited PLUS members'],
    });
    expect(await loyalty.unlink(customer, at)).toMatchObject({ linked: false, groups: ['None'], card: member.card });
    expect(await loyalty.converge(member, at)).toMatchObject({ changed: true, member: { linked: true, groups: member.groups } });
  });
});
