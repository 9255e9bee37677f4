import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { smtpMessaging } from '@washdesk/cloud-api/adapters/smtp/smtp-messaging';
import { twilioMessaging } from '@washdesk/cloud-api/adapters/twilio/twilio-messaging';
import type { Messaging, OutgoingMessage } from '@washdesk/cloud-api/ports/messaging';
import { startMailboxSimulator, type MailboxSimulator } from '@washdesk/simulators/mailbox/mailbox-simulator';
import { startPhoneSimulator, type PhoneSimulator } from '@washdesk/simulators/phone/phone-simulator';

const account = `AC${'0'.repeat(32)}`;
const token = 'the token of a test';
const number = '+18155550199';

let phone: PhoneSimulator;
let mailbox: MailboxSimulator;

beforeAll(async () => {
  phone = await startPhoneSimulator({ account, token, number });
  mailbox = await startMailboxSimulator();
});
afterAll(async () => {
  await phone.stop();
  await mailbox.stop();
});
beforeEach(async () => {
  await phone.behave({ refuse: false, fail: false, hang: false, loseAnswers: 0, dead: [] });
  await mailbox.behave({ refuse: false, blocked: false, busy: false, hang: false, dead: [] });
});

interface Adapter {
  messaging(): Messaging;
  /** The address of a reachable person. */
  to: string;
  dead: string;
  /** Returns the recipient and text that arrived for this message. */
  arrived(text: string): { to: string; text: string }[];
  behave(change: { refuse?: boolean; dead?: string[] }): Promise<void>;
}

const twilioAt = (more: { token?: string } = {}): Messaging =>
  twilioMessaging({ url: `http://127.0.0.1:${phone.port}`, account, token, from: number, ...more });

const adapters: Record<string, Adapter> = {
  sms: {
    messaging: () => twilioAt(),
    to: '+18155550101',
    dead: '+18155550102',
    arrived: (text) =>
      phone
        .state()
        .texts.filter(({ body }) => body === text)
        .map(({ to, body }) => ({ to, text: body })),
    behave: (change) => phone.behave(change),
  },
  email: {
    messaging: () => smtpMessaging({ url: `smtp://127.0.0.1:${mailbox.port}`, from: 'Washdesk <desk@washdesk.test>' }),
    to: 'ada@moore.test',
    dead: 'gone@moore.test',
    arrived: (text) =>
      mailbox
        .state()
        .mails.filter((mail) => mail.text === text)
        .map(({ to, text: body }) => ({ to, text: body })),
    behave: (change) => mailbox.behave(change),
  },
};

function message(channel: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage {
  const id = randomUUID();
  return {
    id,
    channel: channel as OutgoingMessage['channel'],
    to: adapters[channel]!.to,
    subject: channel === 'email' ? 'Grüße' : null,
    text: `Welcome, José – ${id}`,
    html: null,
    unsubscribe: null,
    mayHaveGoneSince: null,
    ...more,
  };
}

describe.each(Object.entries(adapters))('messages by %s', (channel, { messaging, to, dead, arrived, behave }) => {
  it('arrive as they were written', async () => {
    const sent = message(channel);
    expect(await messaging().send(sent)).toMatchObject({ kind: 'accepted' });
    expect(arrived(sent.text)).toEqual([{ to, text: sent.text }]);
  });

  it('to an address that does not exist are refused, and the reason does not tell the address', async () => {
    await behave({ dead: [dead] });
    const outcome = await messaging().send(message(channel, { to: dead }));
    expect(outcome).toMatchObject({ kind: 'refused', because: 'bad_address' });
    expect(JSON.stringify(outcome)).not.toContain(dead);
  });

  it('are known not to be sent while the provider is down, and are sent when it is up', async () => {
    await behave({ refuse: true });
    const waiting = message(channel);
    expect((await messaging().send(waiting)).kind).toMatch(/unavailable|unknown/);
    await behave({ refuse: false });
    expect(await messaging().send({ ...waiting, mayHaveGoneSince: new Date() })).toMatchObject({ kind: 'accepted' });
    expect(arrived(waiting.text)).toHaveLength(1);
  });
});

describe('a provider that never answers', () => {
  it('is given up, and the message may have gone', async () => {
    await Promise.all([phone.behave({ hang: true }), mailbox.behave({ hang: true })]);
    const outcomes = await Promise.all(Object.entries(adapters).map(([channel, { messaging }]) => messaging().send(message(channel))));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['unknown', 'unknown']);
  });
});

describe('text messages', () => {
  it('whose answer was lost are found at the provider and not sent again', async () => {
    await phone.behave({ loseAnswers: 1 });
    const lost = message('sms');
    expect(await twilioAt().send(lost)).toMatchObject({ kind: 'unknown' });
    const again = await twilioAt().send({ ...lost, mayHaveGoneSince: new Date() });
    const [arrived, ...more] = phone.state().texts.filter(({ body }) => body === lost.text);
    expect(again).toEqual({ kind: 'accepted', providerId: arrived?.sid });
    expect(more).toEqual([]);
  });

  it('are not sent while the provider cannot say whether they were', async () => {
    await phone.behave({ fail: true });
    const waiting = message('sms', { mayHaveGoneSince: new Date() });
    expect(await twilioAt().send(waiting)).toMatchObject({ kind: 'unavailable' });
  });

  it('are not taken for an older one of the same words', async () => {
    const old = message('sms');
    await twilioAt().send(old);
    const later = new Date(Date.now() + 3_600_000);
    expect(await twilioAt().send({ ...old, mayHaveGoneSince: later })).toMatchObject({ kind: 'accepted' });
    expect(adapters['sms']!.arrived(old.text)).toHaveLength(2);
  });

  it('to a customer who texted STOP are refused until START', async () => {
    const { to } = message('sms');
    await phone.reply(to, ' stop ');
    expect(await twilioAt().send(message('sms'))).toMatchObject({ kind: 'refused', because: 'opted_out' });
    await phone.reply(to, 'START');
    expect(await twilioAt().send(message('sms'))).toMatchObject({ kind: 'accepted' });
  });

  it('wait while the account is refused, because the configuration may be corrected', async () => {
    expect(await twilioAt({ token: 'another token' }).send(message('sms'))).toMatchObject({ kind: 'unavailable' });
  });

  it('whose provider has trouble of its own may have gone', async () => {
    await phone.behave({ fail: true });
    expect(await twilioAt().send(message('sms'))).toMatchObject({ kind: 'unknown' });
  });
});

describe('e-mails', () => {
  it('have our id, so that a second copy is known as one, and come from the company', async () => {
    const sent = message('email');
    await adapters['email']!.messaging().send(sent);
    await adapters['email']!.messaging().send(sent);
    const mails = mailbox.state().mails.filter(({ text }) => text === sent.text);
    expect(mails.map(({ messageId }) => messageId)).toEqual([`<${sent.id}@washdesk.test>`, `<${sent.id}@washdesk.test>`]);
    expect(mails[0]).toMatchObject({ from: 'desk@washdesk.test', subject: 'Grüße', recipients: [sent.to], unsubscribe: null });
  });

  it('have the content as text and as HTML', async () => {
    const sent = message('email', { html: '<p>Net <b>$12.00</b></p>' });
    await adapters['email']!.messaging().send(sent);
    expect(mailbox.state().mails.at(-1)).toMatchObject({ text: sent.text, html: '<p>Net <b>$12.00</b></p>' });
  });

  it('name the link that ends them', async () => {
    const link = 'https://desk.washdesk.test/api/communication/unsubscribe/x';
    const sent = message('email', { unsubscribe: link });
    await adapters['email']!.messaging().send(sent);
    expect(mailbox.state().mails.at(-1)?.unsubscribe).toBe(link);
  });

  it('that the server will not have from us say nothing against the address', async () => {
    await mailbox.behave({ blocked: true });
    expect(await adapters['email']!.messaging().send(message('email'))).toMatchObject({ kind: 'refused', because: 'other' });
  });

  it('that the server takes later are tried later', async () => {
    await mailbox.behave({ busy: true });
    expect(await adapters['email']!.messaging().send(message('email'))).toMatchObject({ kind: 'unavailable' });
  });

  it('go to one address, whatever it holds', async () => {
    const outcome = await adapters['email']!.messaging().send(message('email', { to: 'a@b.test, c@d.test' }));
    expect(outcome).toMatchObject({ kind: 'refused', because: 'bad_address' });
  });
});
