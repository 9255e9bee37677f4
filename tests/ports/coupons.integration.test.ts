import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchappCoupons } from '@washdesk/cloud-api/adapters/fetchapp/fetchapp-coupons';
import type { CouponOrder, Coupons } from '@washdesk/cloud-api/ports/coupons';
import { couponImage } from '@washdesk/simulators/fetchapp/coupon-image';
import { startFetchappSimulator, type FetchappSimulator } from '@washdesk/simulators/fetchapp/fetchapp-simulator';

const account = { key: 'the-key', token: 'the token of a test' };

let fetchapp: FetchappSimulator;
beforeAll(async () => {
  fetchapp = await startFetchappSimulator(account);
});
afterAll(() => fetchapp.stop());
beforeEach(() => fetchapp.behave({ refuse: false, fail: false, hang: false, loseAnswers: 0, garble: false, unknownSkus: [] }));

const coupons = (more: { token?: string } = {}): Coupons =>
  fetchappCoupons({ url: `http://127.0.0.1:${fetchapp.port}`, ...account, ...more });
let next = 100;
const order = (): CouponOrder => ({
  vendorId: `01812-${(next += 1)}`,
  firstName: 'José',
  lastName: 'Moore',
  plate: 'ABC123-IL',
  employee: 'Casey Nguyen',
  sku: 'WASHCOUPON',
  email: 'coupons@washdesk.example',
});
const orders = (vendorId: string) => fetchapp.state().orders.filter(({ vendor_id }) => vendor_id === vendorId);
const imageOf = (vendorId: string): string => `data:image/png;base64,${couponImage(vendorId).toString('base64')}`;

describe('a coupon', () => {
  it('is made as it was ordered, and comes as an image', async () => {
    const wanted = order();
    expect(await coupons().order(wanted, false)).toEqual({ kind: 'made', image: imageOf(wanted.vendorId) });
    expect(orders(wanted.vendorId)).toEqual([
      {
        vendor_id: wanted.vendorId,
        first_name: 'José',
        last_name: 'Moore',
        custom_1: 'ABC123-IL',
        custom_2: 'Casey Nguyen',
        sku: 'WASHCOUPON',
        email: 'coupons@washdesk.example',
      },
    ]);
  });

  it('whose answer was lost is found, and not ordered again', async () => {
    await fetchapp.behave({ loseAnswers: 1 });
    const wanted = order();
    expect(await coupons().order(wanted, false)).toMatchObject({ kind: 'unknown' });
    expect(await coupons().order(wanted, true)).toEqual({ kind: 'made', image: imageOf(wanted.vendorId) });
    expect(orders(wanted.vendorId)).toHaveLength(1);
  });

  it('that never arrived is ordered when it is asked for again', async () => {
    const wanted = order();
    expect(await coupons().order(wanted, true)).toMatchObject({ kind: 'made' });
    expect(orders(wanted.vendorId)).toHaveLength(1);
  });

  it('of an invoice that has one is refused in the provider’s words', async () => {
    const wanted = order();
    await coupons().order(wanted, false);
    expect(await coupons().order({ ...wanted, plate: 'XYZ789-IN' }, false)).toEqual({
      kind: 'refused',
      reason: `Vendor has already been taken: ${wanted.vendorId}`,
    });
  });

  it('of an unknown product is refused', async () => {
    await fetchapp.behave({ unknownSkus: ['WASHCOUPON'] });
    expect(await coupons().order(order(), false)).toEqual({ kind: 'refused', reason: 'There is no product WASHCOUPON' });
  });

  it('is known not to be ordered while the service is down, or with a wrong token; the reason does not contain it', async () => {
    await fetchapp.behave({ refuse: true });
    expect(await coupons().order(order(), false)).toMatchObject({ kind: 'unavailable' });
    await fetchapp.behave({ refuse: false });
    const outcome = await coupons({ token: 'another token' }).order(order(), false);
    expect(outcome).toMatchObject({ kind: 'unavailable' });
    expect(JSON.stringify(outcome)).not.toContain('another token');
  });

  it.each([
    ['never answers', { hang: true }],
    ['answers an error', { fail: true }],
    ['answers no image', { garble: true }],
  ])('may have been ordered where the provider %s', async (_what, behaviour) => {
    await fetchapp.behave(behaviour);
    expect(await coupons().order(order(), false)).toMatchObject({ kind: 'unknown' });
    expect(await coupons().order(order(), true)).toMatchObject({ kind: 'unknown' });
  });
});
