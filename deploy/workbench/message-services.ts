import { LOOPBACK } from '@washdesk/local-servers/ports';
import type { Service } from '@washdesk/local-servers/processes/service';
import { sharedProcess } from './shared-process.ts';
import type { WorkbenchContext } from './workbench-context.ts';

/** The company's phone number and mail address on the workbench. */
const number = '+18155550199';
const mailFrom = 'Washdesk <desk@washdesk.test>';
const couponKey = 'workbench';
const account = `AC${'0'.repeat(32)}`;

const tokenOf = ({ secrets }: WorkbenchContext): string => secrets.password('text-messages');

/** People's phones and mailboxes, and the maker of wash coupons, in one process. */
export function messageServices(base: WorkbenchContext): readonly Service[] {
  const { url } = base;
  const texts = { account, token: tokenOf(base), number, inbound: `${url}/api/webhook/sms` };
  const coupons = { key: couponKey, token: base.secrets.password('fetchapp') };
  const simulator = sharedProcess(base, 'messages');
  return [
    simulator({ name: 'phone', kind: 'phone', flags: texts }),
    simulator({ name: 'mailbox', kind: 'mailbox' }),
    simulator({ name: 'fetchapp', kind: 'fetchapp', flags: coupons }),
  ];
}

/** Returns cloud-api's settings for the text message provider, the mail server and the maker of wash coupons. */
export function messageSettings(base: WorkbenchContext): Record<string, string> {
  const { ports } = base;
  return {
    WASHDESK_SMTP_URL: `smtp://${LOOPBACK}:${ports.port('mailbox')}`,
    WASHDESK_MAIL_FROM: mailFrom,
    WASHDESK_SMS_ACCOUNT: account,
    WASHDESK_SMS_TOKEN: tokenOf(base),
    WASHDESK_SMS_FROM: number,
    WASHDESK_SMS_URL: `http://${LOOPBACK}:${ports.port('phone')}`,
    WASHDESK_FETCHAPP_KEY: couponKey,
    WASHDESK_FETCHAPP_TOKEN: base.secrets.password('fetchapp'),
    WASHDESK_FETCHAPP_URL: `http://${LOOPBACK}:${ports.port('fetchapp')}`,
  };
}
