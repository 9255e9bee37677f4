import { clientAs, type ApiClient } from '@washdesk/cloud-api/testing/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import type { CloudFaultShown } from '@washdesk/contracts/system/cloud-health';
import { startMailboxSimulator, type MailboxSimulator } from '@washdesk/simulators/mailbox/mailbox-simulator';
import { startTcpProxy, type TcpProxy } from '@washdesk/test-support/tcp-proxy';
import { startWebhookReceiver, type Told } from '../webhook-receiver.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { startStripeFront, type StripeFront } from './stripe-front.ts';

/** What is between the cloud and its parts. */
interface Between {
  database: TcpProxy;
  broker: TcpProxy;
  stripe: StripeFront;
}

/** A cloud whose database, broker, Stripe, mail server and disk are behind faults. */
export interface FaultyCloud extends Between {
  cloud: BillingCloud;
  admin: ApiClient;
  mailbox: MailboxSimulator;
  disk: SmallDisk;
  /** What the webhook of IT received. */
  told: Told[];
  /** Sends a test message to the recipient by email. */
  sendMail(): Promise<void>;
  /** What `/admin/sites` names; nothing while the call fails. */
  faults(): Promise<CloudFaultShown[]>;
  stop(): Promise<void>;
}

export async function startFaultyCloud(): Promise<FaultyCloud> {
  const [mailbox, disk] = [await startMailboxSimulator(), await mountSmallDisk()];
  const webhook = await startWebhookReceiver();
  const between: Partial<Between> = {};
  const cloud = await startBillingCloud({
    at: '2026-11-21T16:00:00Z',
    settings: async (given) => {
      const databaseUrl = new URL(given['WASHDESK_DATABASE_URL']!);
      const database = await startTcpProxy(Number(databaseUrl.port));
      databaseUrl.port = String(database.port);
      const broker = await startTcpProxy(Number(new URL(given['WASHDESK_BROKER_URL']!).port));
      const stripe = await startStripeFront(Number(given['WASHDESK_STRIPE_PORT']));
      Object.assign(between, { database, broker, stripe });
      return {
        WASHDESK_DATABASE_URL: databaseUrl.href,
        WASHDESK_BROKER_URL: `mqtt://127.0.0.1:${broker.port}`,
        WASHDESK_STRIPE_PORT: String(stripe.port),
        WASHDESK_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
        WASHDESK_MAIL_FROM: 'Washdesk <desk@washdesk.example>',
        WASHDESK_WATCHED_FOLDERS: disk.folder,
        WASHDESK_DATABASE_CONNECTIONS: '12',
      };
    },
  });
  const admin = await clientAs(cloud, 'Admin');
  const quiet = { quietHours: null, timeZone: 'America/Chicago', criticalInQuietHours: true, escalateAfterMinutes: 1_440 };
  await admin.put('/alerts/settings', quiet);
  await admin.post('/alerts/recipients', { channel: 'webhook', name: 'Pager', address: webhook.url, list: 'first' });
  const mail = { channel: 'email', name: 'IT', address: 'it@washdesk.example', list: 'first' };
  const { id } = (await admin.post<{ id: string }>('/alerts/recipients', mail)).body;
  return {
    cloud,
    admin,
    ...(between as Between),
    mailbox,
    disk,
    told: webhook.told,
    sendMail: async () => void (await admin.post(`/alerts/recipients/${id}/test`)),
    async faults() {
      const { status, body } = await admin.get<{ faults: CloudFaultShown[] }>('/cloud');
      return status === 200 ? body.faults : [];
    },
    async stop() {
      await cloud.stop();
      await between.database?.stop();
      await between.broker?.stop();
      await between.stripe?.stop();
      await mailbox.stop();
      webhook.stop();
      await disk.stop();
    },
  };
}
