import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GiftCard } from '@washdesk/contracts/sites/gift-card';
import type { CommandResult } from '@washdesk/site-protocol/commands';
import type { GiftCard as SitewatchGiftCard } from '@washdesk/site-protocol/sitewatch';
import { AnsweringSite } from '../../../testing/answering-site.ts';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';

let cloud: Cloud;
let joliet: AnsweringSite;
let cashier: ApiClient;

beforeAll(async () => {
  cloud = await startCloud();
  joliet = await AnsweringSite.at(12, cloud);
  cashier = await clientAs(cloud, 'Cashier');
  await joliet.online(cloud);
});
afterAll(async () => {
  await joliet.close();
  await cloud.stop();
});
beforeEach(() => {
  joliet.answers = {};
  joliet.asked.length = 0;
});

const away = { status: 503, body: { code: 'site_unreachable', message: 'Can’t reach the Sitewatch of Joliet' } };

describe('a gift card', () => {
  /** One card of $20 in a Sitewatch that stores command ids, like WD_COMMAND. */
  function register(card: SitewatchGiftCard = { code: 'GIFT1001', planName: 'GIFT CARD', credit: 2_000, used: 0 }) {
    const done = new Map<string, CommandResult<'sitewatch.deduct-gift-card'>>();
    const deduct = ({ code, amount }: { code: string; amount: number }, id: string) => {
      const earlier = done.get(id);
      if (earlier) return { ...earlier, repeated: true };
      const left = card.credit + card.used;
      const result = code !== card.code ? 'not-found' : left === 0 ? 'zero-balance' : left < amount ? 'exceeds-balance' : 'deducted';
      if (result === 'deducted') card.used -= amount;
      const answer = { result, cards: code === card.code ? [{ ...card }] : [], repeated: false } as const;
      done.set(id, answer);
      return answer;
    };
    joliet.answers['sitewatch.gift-cards'] = ({ code }) => ({ cards: code === card.code ? [card] : [] });
    joliet.answers['sitewatch.deduct-gift-card'] = deduct;
    return { card, deduct };
  }
  const receiptsOf = (id: string) =>
    cloud.database.db.selectFrom('receipt').select(['kind', 'facts', 'site', 'employee']).where('subject', '=', id).execute();
  const auditsOf = (id: string) =>
    cloud.database.db.selectFrom('whole_audit').select(['action', 'after', 'site']).where('subject', '=', `giftcard:${id}`).execute();
  const deduct = (amount: unknown, key: string = randomUUID(), code = 'gift1001') =>
    cashier.post<GiftCard[] & { code?: string; message?: string }>(`/firebird/giftcard/${code}`, { amount }, { key });
  const lastCommand = () => joliet.askedFor('sitewatch.deduct-gift-card').at(-1)?.id ?? '';

  it('is found under its upper-cased code, in dollars', async () => {
    register({ code: 'GIFT1001', planName: 'GIFT CARD', credit: 2_000, used: -745 });
    expect(await cashier.get('/firebird/giftcard/gift1001')).toEqual({
      status: 200,
      body: [{ CODE: 'GIFT1001', PLANNAME: 'GIFT CARD', CREDIT: 20, USED: -7.45, BALANCE: 12.55 }],
    });
    expect(await cashier.get('/firebird/giftcard/GIFT9')).toEqual({ status: 200, body: [] });
  });

  it('is deducted once, with its audit and its receipt, however often the button is pressed', async () => {
    register();
    const key = randomUUID();
    const [first, second] = await Promise.all([deduct('12.5', key), deduct('12.5', key)]);
    expect(first).toMatchObject({ status: 200, body: [{ CODE: 'GIFT1001', CREDIT: 20, USED: -12.5, BALANCE: 7.5 }] });
    expect(second).toEqual(first);
    expect(await deduct(12.5, key)).toEqual(first);
    const id = lastCommand();
    const facts = { ending: '1001', amount: 1_250, balance: 750 };
    expect(await receiptsOf(id)).toMatchObject([{ kind: 'giftcard', facts, site: 12 }]);
    expect(await auditsOf(id)).toMatchObject([{ action: 'giftcard.deducted', after: facts, site: 12 }]);
  });

  describe('of several with its code', () => {
    const code = 'GIFT1004';
    const [first, second] = [
      { objid: 5_011, code, planName: 'GIFT CARD', credit: 1_000, used: -400 },
      { objid: 5_012, code, planName: 'GIFT CARD', credit: 2_500, used: 0 },
    ];
    const deductFrom = (card: number | undefined, key: string = randomUUID()) =>
      cashier.post<GiftCard[]>(`/firebird/giftcard/${code}`, { amount: '5', card }, { key });

    it('is listed with its id, deducted by its id and named by audit and receipt with its own balance', async () => {
      joliet.answers['sitewatch.gift-cards'] = () => ({ cards: [first, second] });
      expect(await cashier.get(`/firebird/giftcard/${code}`)).toMatchObject({
        body: [
          { OBJID: 5_011, BALANCE: 6 },
          { OBJID: 5_012, BALANCE: 25 },
        ],
      });
      const after = { ...second, used: -500 };
      joliet.answers['sitewatch.deduct-gift-card'] = () => ({ result: 'deducted', cards: [first, after], card: after, repeated: false });
      expect(await deductFrom(5_012)).toMatchObject({
        status: 200,
        body: [
          { OBJID: 5_011, BALANCE: 6 },
          { OBJID: 5_012, BALANCE: 20 },
        ],
      });
      expect(joliet.askedFor('sitewatch.deduct-gift-card')[0]?.payload).toEqual({ code, card: 5_012, amount: 500 });
      const facts = { ending: '1004', card: 5_012, amount: 500, balance: 2_000 };
      expect(await receiptsOf(lastCommand())).toMatchObject([{ facts }]);
      expect(await auditsOf(lastCommand())).toMatchObject([{ after: facts }]);
    });

    it('is another deduction than of the other card: one key is not for both', async () => {
      joliet.answers['sitewatch.deduct-gift-card'] = () => ({ result: 'deducted', cards: [first, second], card: first, repeated: false });
      const key = randomUUID();
      expect(await deductFrom(5_011, key)).toMatchObject({ status: 200 });
      expect(await deductFrom(5_012, key)).toMatchObject({ status: 422, body: { code: 'key_reused' } });
      expect(await deductFrom(undefined, key)).toMatchObject({ status: 422, body: { code: 'key_reused' } });
      expect(joliet.askedFor('sitewatch.deduct-gift-card')).toHaveLength(1);
    });

    it('is refused in words of its own where it no longer has the code', async () => {
      joliet.answers['sitewatch.deduct-gift-card'] = () => ({ result: 'not-found', cards: [first], repeated: false });
      expect(await deductFrom(5_012)).toMatchObject({
        status: 404,
        body: { code: 'gift_card_not_found', message: 'This card no longer has this code' },
      });
    });

    it('is the oldest with enough for a screen that names none, and no receipt names a card that an older agent kept to itself', async () => {
      const cards = [first, second].map((card) => ({ ...card, objid: undefined }));
      joliet.answers['sitewatch.deduct-gift-card'] = () => ({ result: 'deducted', cards, repeated: false });
      expect(await deductFrom(undefined)).toMatchObject({ status: 200, body: [{ BALANCE: 6 }, { BALANCE: 25 }] });
      expect(joliet.askedFor('sitewatch.deduct-gift-card')[0]?.payload).toEqual({ code, amount: 500 });
      expect((await receiptsOf(lastCommand()))[0]?.facts).toEqual({ v: 1, ending: '1004', amount: 500, balance: 3_100 });
    });
  });

  it.each([
    ['more than is left', '20.01', 409, 'exceeds_balance', 'Amount exceeds balance'],
    ['half a cent', '12.505', 400, 'invalid_request', 'body.amount: must be dollars above 0 with at most two decimals'],
    ['nothing', 0, 400, 'invalid_request', 'body.amount: must be dollars above 0 with at most two decimals'],
  ])('has no deduction of %s', async (_name, amount, status, code, message) => {
    const { card } = register();
    expect(await deduct(amount)).toMatchObject({ status, body: { code, message } });
    expect(card.used).toBe(0);
  });

  it('that is empty or unknown is refused with the reason; the same key gets the same response', async () => {
    register({ code: 'GIFT1001', planName: 'GIFT CARD', credit: 2_000, used: -2_000 });
    expect(await deduct('1')).toMatchObject({ status: 409, body: { code: 'zero_balance', message: 'Giftcard has zero balance' } });
    const key = randomUUID();
    const unknown = { status: 404, body: { code: 'gift_card_not_found', message: 'Giftcard code not found' } };
    expect(await deduct('1', key, 'GIFT9')).toMatchObject(unknown);
    expect(await deduct('1', key, 'GIFT9')).toMatchObject(unknown);
    expect(joliet.askedFor('sitewatch.deduct-gift-card')).toHaveLength(2);
    expect(await receiptsOf(lastCommand())).toEqual([]);
  });

  it('whose answer was lost was deducted once: the same key asks again by the same command', async () => {
    const { card, deduct: really } = register();
    joliet.answers['sitewatch.deduct-gift-card'] = (payload, id) => {
      really(payload, id);
      return { refused: 'timeout' };
    };
    const key = randomUUID();
    expect(await deduct('15', key)).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } });
    // the site is offline now: the outcome is still unknown
    joliet.answers = {};
    expect(await deduct('15', key)).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } });
    joliet.answers['sitewatch.deduct-gift-card'] = really;
    expect(await deduct('15', key)).toMatchObject({ status: 200, body: [{ BALANCE: 5 }] });
    expect(card.used).toBe(-1_500);
    expect(new Set(joliet.askedFor('sitewatch.deduct-gift-card').map(({ id }) => id)).size).toBe(1);
    expect(await receiptsOf(lastCommand())).toHaveLength(1);
  });

  it('is untouched while the site is offline, and the same key may try later', async () => {
    const key = randomUUID();
    expect(await deduct('15', key)).toMatchObject(away);
    const { card } = register();
    expect(await deduct('15', key)).toMatchObject({ status: 200, body: [{ BALANCE: 5 }] });
    expect(card.used).toBe(-1_500);
  });

  it('is not deducted another amount by a key that was used', async () => {
    const { card } = register();
    const key = randomUUID();
    await deduct('5', key);
    expect(await deduct('6', key)).toMatchObject({ status: 422, body: { code: 'key_reused' } });
    expect(card.used).toBe(-500);
  });
});
