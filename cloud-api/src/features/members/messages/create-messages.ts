import type { Alert } from '../../../common/alert.ts';
import type { MemberLinks } from '../../../common/member-links.ts';
import type { Db } from '../../../db/pool.ts';
import type { Channel } from '../../../db/tables/messages.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import type { GiftLimits } from '../../../operations/gift-limits.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { InboundTexts, Messaging } from '../../../ports/messaging.ts';
import type { Payments } from '../../../ports/payments.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { flagBadEmail } from './bad-email.ts';
import { communicationRoutes } from './communication.routes.ts';
import { enqueueWelcome } from './enqueue-welcome.ts';
import { inboundTextsEndpoint, unsubscribeEndpoint } from './form-endpoints.routes.ts';
import { handleInboundText } from './inbound-texts.ts';
import { personalData } from './opt-outs.store.ts';
import { PaymentLinksService } from './payment-links.service.ts';
import { reachOf, reachRequestedOf, whyNotTextedBy } from './reach.ts';
import { ReceiptMessagesService, type ReceiptText } from './receipt-messages.service.ts';
import { RequestedMessages } from './requested-messages.ts';
import { sendMessage } from './send-message.ts';
import { Unsubscribe } from './unsubscribe.ts';
import { WelcomeService } from './welcome.service.ts';

interface Dependencies {
  db: Db;
  operations: Operations;
  jobs: Pick<JobQueue, 'runJobNow'>;
  payments: Payments;
  clock: Clock;
  alert: Alert;
  settings: ReadSetting;
  gifts: GiftLimits;
  messaging: Partial<Record<Channel, Messaging>>;
  /** Null if texts are not configured. */
  inboundTexts: InboundTexts | null;
  /** Returns the text of a receipt, by its id or the provider's id of its subject. */
  receiptText: (id: string) => Promise<ReceiptText>;
  publicUrl: string;
  memberLinks: MemberLinks;
}

const notSetUp: Record<Channel, Messaging> = {
  sms: { send: async () => ({ kind: 'refused', because: 'not_set_up', reason: 'Text messages aren’t set up' }) },
  email: { send: async () => ({ kind: 'refused', because: 'not_set_up', reason: 'Email isn’t set up' }) },
};

/** Texts and emails to customers, and their replies. */
export function createMessages({ db, operations, jobs, payments, clock, publicUrl, receiptText, ...others }: Dependencies) {
  const { alert, settings, gifts, messaging: ready, inboundTexts: inbound, memberLinks } = others;
  const channels = (['sms', 'email'] as const).filter((channel) => ready[channel]);
  const messaging: Messaging = { send: (message) => (ready[message.channel] ?? notSetUp[message.channel]).send(message) };
  const placeholderEmailDomain = (inside: Db) => settings('placeholderEmailDomain', inside);
  const reach = reachOf({ channels, placeholderEmailDomain });
  const welcome = enqueueWelcome(reach, gifts);
  const unsubscribePage = (token: string): string => new URL(`/api/communication/unsubscribe/${token}`, publicUrl).href;
  const { runJobNow } = jobs;
  const whyNotTexted = whyNotTextedBy(channels);
  const requested = new RequestedMessages({ db, runJobNow, clock, channels, gifts, placeholderEmailDomain, whyNotTexted });
  const send = sendMessage({
    db,
    clock,
    settings,
    messaging,
    memberLinks,
    flagBadEmail: flagBadEmail(operations, payments),
    unsubscribePage,
  });
  return {
    personalData,
    routes: communicationRoutes({
      welcomes: new WelcomeService({ db, operations, runJobNow, clock, gifts, enqueueWelcome: welcome }),
      receiptMessages: new ReceiptMessagesService({ requested, receiptText }),
      paymentLinks: new PaymentLinksService({ db, payments, requested }),
    }),
    formEndpoints: [
      ...(inbound ? [inboundTextsEndpoint(handleInboundText({ db, clock, alert, inbound }), publicUrl)] : []),
      unsubscribeEndpoint(new Unsubscribe({ db, clock })),
    ],
    jobs: { 'message.send': send, 'member-link.send': send, 'weekly-report.send': send },
    /** Adds the welcome message of a new member in the transaction of the sign-up. */
    enqueueWelcome: welcome,
    /** Chooses how to contact a customer. */
    reach,
    reachRequested: reachRequestedOf({ channels, placeholderEmailDomain }),
    whyNotTexted,
  } satisfies OfferingFeature;
}
