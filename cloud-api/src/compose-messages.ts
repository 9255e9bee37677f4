import { smtpMessaging } from './adapters/smtp/smtp-messaging.ts';
import { twilioInbound } from './adapters/twilio/inbound.ts';
import { twilioMessaging } from './adapters/twilio/twilio-messaging.ts';
import type { MoneyParts } from './compose-parts.ts';
import type { Config } from './config.ts';
import type { Db } from './db/pool.ts';
import type { Channel } from './db/tables/messages.ts';
import { flagBadEmail } from './features/members/messages/bad-email.ts';
import { communicationRoutes } from './features/members/messages/communication.routes.ts';
import { takeText } from './features/members/messages/inbound-texts.ts';
import { enqueueWelcome } from './features/members/messages/enqueue-welcome.ts';
import { ReceiptMessagesService, type ReceiptText } from './features/members/messages/receipt-messages.service.ts';
import { sendMessage } from './features/members/messages/send-message.ts';
import { Unsubscribe } from './features/members/messages/unsubscribe.ts';
import { WelcomeService } from './features/members/messages/welcome.service.ts';
import { settingOf } from './features/company/settings/settings.store.ts';
import type { FormEndpoint } from './http/form-endpoints.ts';
import type { Route } from './http/route.ts';
import type { RunJobNow } from './jobs/run-job-now.ts';
import type { Clock } from './ports/clock.ts';
import type { Messaging } from './ports/messaging.ts';

type Parts = Pick<MoneyParts, 'db' | 'operations' | 'payments' | 'clock'>;

const notSetUp: Record<Channel, Messaging> = {
  sms: { send: async () => ({ kind: 'refused', because: 'not_set_up', reason: 'Text messages are not set up' }) },
  email: { send: async () => ({ kind: 'refused', because: 'not_set_up', reason: 'E-mail is not set up' }) },
};

/** How this installation reaches people: by what its configuration names. */
function messengers(config: Config): Partial<Record<Channel, Messaging>> {
  const { WASHDESK_SMS_ACCOUNT: account, WASHDESK_SMS_TOKEN: token, WASHDESK_SMS_FROM: number, WASHDESK_SMS_URL: url } = config;
  const { WASHDESK_SMTP_URL: server, WASHDESK_MAIL_FROM: from } = config;
  return {
    ...(account && token && number && { sms: twilioMessaging({ url, account, token, from: number }) }),
    ...(server && from && { email: smtpMessaging({ url: server, from }) }),
  };
}

const placeholderEmailDomain = (db: Db): Promise<string> => settingOf(db, 'placeholderEmailDomain');

/** Texts and e-mails: what sends them, what operations owe, and the services behind the endpoints. */
export function createMessages({ db, operations, payments, clock }: Parts, config: Config) {
  const ready = messengers(config);
  const channels = (['sms', 'email'] as const).filter((channel) => ready[channel]);
  const messaging: Messaging = { send: (message) => (ready[message.channel] ?? notSetUp[message.channel]).send(message) };
  const welcome = enqueueWelcome({ channels, placeholderEmailDomain });
  const unsubscribePage = (token: string): string => new URL(`/api/communication/unsubscribe/${token}`, config.WASHDESK_PUBLIC_URL).href;
  return {
    /** What a sign-up owes its customer, in its own transaction. */
    enqueueWelcome: welcome,
    send: sendMessage({ db, clock, messaging, flagBadEmail: flagBadEmail(operations, payments), unsubscribePage }),
    routes: (runJobNow: RunJobNow, receiptText: (id: string) => Promise<ReceiptText>): Route[] =>
      communicationRoutes({
        welcomes: new WelcomeService({ db, operations, runJobNow, clock, enqueueWelcome: welcome }),
        receiptMessages: new ReceiptMessagesService({ db, runJobNow, clock, channels, placeholderEmailDomain, receiptText }),
      }),
    formEndpoints: [...textEndpoints({ db, clock }, config), unsubscribeEndpoint(new Unsubscribe({ db, clock }))],
  };
}

/** Where Twilio delivers what customers text back: `<public address>/api/webhook/sms`; there only where texts are set up. */
function textEndpoints({ db, clock }: { db: Db; clock: Clock }, config: Config): FormEndpoint[] {
  const { WASHDESK_SMS_TOKEN: token, WASHDESK_PUBLIC_URL: publicUrl } = config;
  if (token === undefined) return [];
  const take = takeText({ db, clock, inbound: twilioInbound(token) });
  return [
    {
      pattern: '/webhook/sms',
      path: /^\/api\/webhook\/sms\/?$/i,
      methods: ['POST'],
      type: 'text/xml',
      // an empty answer: Twilio itself confirms a STOP
      async answer({ address, form, header }) {
        await take(new URL(address, publicUrl).href, form, header('x-twilio-signature'));
        return '<?xml version="1.0" encoding="UTF-8"?><Response/>';
      },
    },
  ];
}

const unsubscribeEndpoint = (unsubscribe: Unsubscribe): FormEndpoint => ({
  pattern: '/communication/unsubscribe/{token}',
  path: /^\/api\/communication\/unsubscribe\/(?<token>[\w-]{22})$/i,
  methods: ['GET', 'POST'],
  type: 'text/html',
  answer: ({ method, named: { token = '' } }) => (method === 'POST' ? unsubscribe.end(token) : unsubscribe.show(token)),
});
