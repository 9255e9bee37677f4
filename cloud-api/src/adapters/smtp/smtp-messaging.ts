import { createTransport } from 'nodemailer';
import type { Messaging, OutgoingMessage } from '../../ports/messaging.ts';
import { outcomeOf } from './outcomes.ts';

interface MailServer {
  /** `smtp://user:password@host:port`, or `smtps://…` */
  url: string;
  /** The sender: an address, or a name with an address in angle brackets. */
  from: string;
}

const deadlines = { dnsTimeout: 3_000, connectionTimeout: 4_000, greetingTimeout: 4_000, socketTimeout: 8_000 };
const sendMs = 11_000;

/** Headers for one-click unsubscribe (RFC 8058). */
const listHeaders = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/**
 * E-mail. If the response to an attempt was lost, it is repeated under the same Message-ID, by which mailboxes recognize it; SMTP has
 * nothing better.
 */
export function smtpMessaging({ url, from }: MailServer): Messaging & { check(): Promise<string | null> } {
  const transport = createTransport({ url, ...deadlines, disableFileAccess: true, disableUrlAccess: true });
  const domain = /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  const mail = ({ id, to, subject, text, html, unsubscribe }: OutgoingMessage) => ({
    messageId: `<${id}@${domain}>`,
    from,
    // an object, so that an address is never parsed as two
    to: { name: '', address: to },
    subject: subject ?? '',
    text,
    ...(html !== null && { html }),
    headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe && listHeaders(unsubscribe)) },
    signal: AbortSignal.timeout(sendMs),
  });
  return {
    async send(message) {
      try {
        await transport.sendMail(mail(message));
        return { kind: 'accepted', providerId: null };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    async check() {
      try {
        await transport.verify();
        return null;
      } catch (error) {
        const outcome = outcomeOf(error);
        return outcome.kind === 'accepted' ? null : outcome.reason;
      }
    },
  };
}
