import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { until } from '@washdesk/test-support/until';
import { startMessageDesk, type MessageDesk } from './desk.fixture.ts';

let desk: MessageDesk;
beforeAll(async () => {
  desk = await startMessageDesk();
});
afterAll(() => desk.stop());
beforeEach(() => desk.mend());

const PlanId = 'price_SuperKiss_12';
const signUp = async (stripeCustomer: string): Promise<string> => {
  const key = randomUUID();
  const { status, body } = await desk.cashier.post('/subscription', { stripeCustomer, PlanId }, { key });
  expect(status, JSON.stringify(body)).toBe(200);
  return key;
};
const welcomeOf = (operation: string) => desk.cashier.post('/communication/signup', {}, { operation });
const welcomeTo = (customer: string, key?: string) => desk.cashier.post('/communication/signup', { customer }, key ? { key } : {});

let lastNumber = 2_000;
const newNumber = (): string => `+1815556${(lastNumber += 1)}`;

describe('the welcome of a sign-up', () => {
  it('goes to the cell phone, by itself and once, however often it is asked for', async () => {
    const phone = newNumber();
    const key = await signUp(await desk.customer({ phone: `(${phone.slice(2, 5)}) ${phone.slice(5)}`, email: 'ada@moore.test' }));
    const answers = await Promise.all([welcomeOf(key), welcomeOf(key), welcomeOf(key)]);
    for (const answer of answers) expect(answer).toEqual({ status: 200, body: { state: 'sent', channel: 'sms', message: null } });
    expect(desk.textsTo(phone)).toEqual([expect.stringMatching(/^Welcome, Ada! .*Super Kiss.*MEMBER1-IL.*STOP.*\nRef [0-9A-F]{8}$/)]);
  });

  it('is sent although the browser is gone', async () => {
    const phone = newNumber();
    await signUp(await desk.customer({ phone }));
    expect(await until('the text arrives', () => desk.textsTo(phone)[0])).toContain('Welcome');
  });

  it('comes with the payment of the open invoice where the card was declined first', async () => {
    const phone = newNumber();
    const customer = await desk.customer({ phone });
    const card = await desk.cloud.card(customer, 'pm_card_chargeCustomerFail');
    const declined = await desk.cashier.post<{ details: { invoice: string } }>('/subscription', {
      customer,
      PlanId,
      PaymentMethodId: card,
    });
    expect(declined.status).toBe(402);
    const key = randomUUID();
    const good = await desk.cloud.card(customer);
    const paid = await desk.cashier.post(`/invoice/${declined.body.details.invoice}/pay?payment_method=${good}`, {}, { key });
    expect(paid.status).toBe(200);
    expect(await welcomeOf(key)).toMatchObject({ status: 200, body: { state: 'sent', channel: 'sms' } });
    expect(desk.textsTo(phone)).toHaveLength(1);
  });

  it('goes by e-mail where there is no cell phone, with a way to end such e-mails', async () => {
    const key = await signUp(await desk.customer({ phone: '22222', email: 'eva@moore.test' }));
    expect(await welcomeOf(key)).toMatchObject({ status: 200, body: { state: 'sent', channel: 'email' } });
    const [mail, ...more] = desk.mailsTo('eva@moore.test');
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Welcome to your unlimited wash plan', text: expect.stringContaining(`${mail?.unsubscribe}`) });
  });

  it.each([
    ['neither is there', {}],
    ['there is only the placeholder', { email: 'x@no-email.invalid' }],
    ['mail came back', { email: 'bad@moore.test', metadata: { bademail: 'true' } }],
    ['a loyalty card is registered instead', { phone: '+18155569999', metadata: { TheCardNumber: '629892231000000001' } }],
  ])('is not possible where %s', async (_name, reach) => {
    const key = await signUp(await desk.customer(reach));
    expect(await welcomeOf(key)).toMatchObject({ status: 200, body: { state: 'not-possible', channel: null } });
  });

  it('says why the provider refuses a number, in words that do not hold it', async () => {
    const phone = newNumber();
    await desk.phone.behave({ dead: [phone] });
    const key = await signUp(await desk.customer({ phone }));
    const message = 'Failed to Send Text Message - The phone number isn’t valid';
    expect(await welcomeOf(key)).toMatchObject({ status: 409, body: { code: 'refused', message } });
    const jobs = await desk.cloud.database.db.selectFrom('job').selectAll().where('what', '=', 'message.send').execute();
    expect(JSON.stringify(jobs)).not.toContain(phone.slice(2));
  });

  it('whose answer got lost is told as not sent yet, and is found at the next look', async () => {
    const phone = newNumber();
    await desk.phone.behave({ loseAnswers: 1 });
    const key = await signUp(await desk.customer({ phone }));
    await until('it was tried', () => (desk.textsTo(phone).length ? true : null));
    const told = await until('it is known', async () => {
      const answer = await welcomeOf(key);
      return answer.status === 200 ? answer : null;
    });
    expect(told.body).toMatchObject({ state: 'sent' });
    expect(desk.textsTo(phone)).toHaveLength(1);
  });

  it('waits for an unavailable provider', async () => {
    const phone = newNumber();
    await desk.phone.behave({ refuse: true });
    const key = await signUp(await desk.customer({ phone }));
    const message = expect.stringMatching(/^Failed to Send Text Message - /);
    expect(await welcomeOf(key)).toMatchObject({ status: 503, body: { code: 'still_pending', message } });
    await desk.mend();
    await until('the text arrives', () => (desk.textsTo(phone).length ? true : null));
  });
});

describe('the limits of texts', () => {
  const limitTexts = async (member: number) => {
    const { giftLimits } = settingDefaults;
    const value = JSON.stringify({ ...giftLimits, texts: { person: 10_000, device: 10_000, member } });
    await desk.cloud.database.db.updateTable('setting').set({ value }).where('name', '=', 'giftLimits').execute();
  };
  afterAll(() => limitTexts(10_000));

  it('count the welcome of a sign-up by person and phone; above them it goes by email, and no text that is asked for goes to the phone', async () => {
    await limitTexts(2);
    const phone = newNumber();
    const customers = [];
    for (const turn of [1, 2, 3]) customers.push(await desk.customer({ phone, email: `limit${turn}@moore.test` }));
    const channels = [];
    for (const customer of customers) channels.push((await welcomeOf(await signUp(customer))).body['channel']);
    expect(channels).toEqual(['sms', 'sms', 'email']);
    const above = { status: 403, body: { code: 'forbidden', details: { kind: 'texts', by: 'member', limit: 2 } } };
    expect(await welcomeTo(customers[2]!)).toMatchObject(above);
    expect(desk.textsTo(phone)).toHaveLength(2);
    const given = await desk.cloud.database.db
      .selectFrom('gift')
      .select(['kind', 'person', 'operation'])
      .where('customer', 'in', customers)
      .execute();
    const text = { kind: 'texts', person: expect.stringMatching(/^staff:/) as string, operation: expect.any(String) as string };
    expect(given).toEqual([text, text]);
    const audited = desk.cloud.database.db.selectFrom('audit').select('after').where('action', '=', 'gift-limit.refused');
    expect(await audited.execute()).toEqual([{ after: { kind: 'texts', by: 'member' } }, { after: { kind: 'texts', by: 'member' } }]);
  });
});

describe('a welcome that is asked for', () => {
  it('needs a plan that runs', async () => {
    const customer = await desk.customer({ phone: newNumber() });
    expect(await welcomeTo(customer)).toMatchObject({ status: 200, body: { state: 'not-possible' } });
  });

  it('is sent once for its key, and the key is good for one customer', async () => {
    const [phone, key] = [newNumber(), randomUUID()];
    const customer = await desk.customer({ phone });
    await welcomeOf(await signUp(customer));
    for (const _again of [1, 2]) expect(await welcomeTo(customer, key)).toMatchObject({ status: 200, body: { state: 'sent' } });
    expect(desk.textsTo(phone)).toHaveLength(2);
    expect(await welcomeTo(await desk.customer({}), key)).toMatchObject({ status: 422, body: { code: 'key_reused' } });
  });

  it('knows its customer', async () => {
    expect(await welcomeTo('cus_none')).toMatchObject({ status: 404, body: { message: 'Customer Not Found' } });
    expect(await desk.cashier.post('/communication/signup')).toMatchObject({ status: 400 });
    expect(await welcomeOf('no-such-key')).toMatchObject({ status: 404, body: { code: 'operation_not_found' } });
  });
});
