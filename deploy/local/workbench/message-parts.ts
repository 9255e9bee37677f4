import { createPart, type Part } from '../processes/part.ts';
import { LOOPBACK } from '../ports.ts';
import { startWithReadyLine } from '../processes/program.ts';
import type { Foundation } from './foundation.ts';

/** The company's number and mail address on the workbench. */
const number = '+18155550199';
const mailFrom = 'Washdesk <desk@washdesk.test>';
const account = `AC${'0'.repeat(32)}`;

const tokenOf = ({ secrets }: Foundation): string => secrets.password('text-messages');

/** People's phones and mailboxes. */
export function messageParts(base: Foundation): readonly Part[] {
  const { url } = base;
  const texts = { account, token: tokenOf(base), number, inbound: `${url}/api/webhook/sms` };
  return [part(base, 'phone', texts), part(base, 'mailbox', {})];
}

function part({ run, ports }: Foundation, name: string, flags: Readonly<Record<string, string>>): Part {
  const all = { port: ports.port(name), control: ports.port(`${name}-control`), ...flags };
  const args = Object.entries(all).map(([flag, value]) => `--${flag}=${value}`);
  return createPart(name, () => startWithReadyLine({ name, folder: run, script: `tests/simulators/${name}/main.ts`, args }));
}

/** What cloud-api must know to reach them. */
export function messageSettings(base: Foundation): Record<string, string> {
  const { ports } = base;
  return {
    WASHDESK_SMTP_URL: `smtp://${LOOPBACK}:${ports.port('mailbox')}`,
    WASHDESK_MAIL_FROM: mailFrom,
    WASHDESK_SMS_ACCOUNT: account,
    WASHDESK_SMS_TOKEN: tokenOf(base),
    WASHDESK_SMS_FROM: number,
    WASHDESK_SMS_URL: `http://${LOOPBACK}:${ports.port('phone')}`,
  };
}
