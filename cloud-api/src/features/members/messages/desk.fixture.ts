import { startMailboxSimulator, type MailboxSimulator } from '@washdesk/simulators/mailbox/mailbox-simulator';
import { startPhoneSimulator, type PhoneSimulator } from '@washdesk/simulators/phone/phone-simulator';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';

/** A cloud with simulated phones and mailboxes. */
export interface MessageDesk {
  cloud: BillingCloud;
  phone: PhoneSimulator;
  mailbox: MailboxSimulator;
  cashier: ApiClient;
  /** Creates a customer with these addresses in the mirror. */
  customer(reach: { phone?: string; email?: string; metadata?: Record<string, string> }): Promise<string>;
  /** Ends all faults. */
  mend(): Promise<void>;
  textsTo(number: string): string[];
  mailsTo(address: string): ReturnType<MailboxSimulator['state']>['mails'];
  stop(): Promise<void>;
}

const account = `AC${'1'.repeat(32)}`;
const token = 'the token of a test';
const number = '+18155550199';

export async function startMessageDesk(): Promise<MessageDesk> {
  const [phone, mailbox] = await Promise.all([startPhoneSimulator({ account, token, number }), startMailboxSimulator()]);
  const settings = {
    WASHDESK_SMS_ACCOUNT: account,
    WASHDESK_SMS_TOKEN: token,
    WASHDESK_SMS_FROM: number,
    WASHDESK_SMS_URL: `http://127.0.0.1:${phone.port}`,
    WASHDESK_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    WASHDESK_MAIL_FROM: 'Washdesk <desk@washdesk.test>',
  };
  const cloud = await startBillingCloud({ at: '2026-11-21T15:30:40Z', settings });
  phone.deliverTo({ url: `${cloud.url}/api/webhook/sms`, signedAs: 'https://desk.washdesk.test/api/webhook/sms' });
  return {
    cloud,
    phone,
    mailbox,
    cashier: await clientAs(cloud, 'Cashier'),
    async customer({ phone: cell, email, metadata = {} }) {
      const { customer } = await cloud.member();
      await cloud.sdk.customers.update(customer, { ...(cell && { phone: cell }), ...(email && { email }), metadata });
      await cloud.settled();
      return customer;
    },
    async mend() {
      await phone.behave({ refuse: false, fail: false, hang: false, loseAnswers: 0, dead: [] });
      await mailbox.behave({ refuse: false, blocked: false, busy: false, hang: false, dead: [] });
    },
    textsTo: (to) =>
      phone
        .state()
        .texts.filter((text) => text.to === to)
        .map(({ body }) => body),
    // the mail server lowercases domains
    mailsTo: (to) => mailbox.state().mails.filter(({ recipients }) => recipients.some((one) => one.toLowerCase() === to.toLowerCase())),
    async stop() {
      await cloud.stop();
      await phone.stop();
      await mailbox.stop();
    },
  };
}
