import type { KeyObject } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import {
  acknowledgeAlert,
  addAlertRecipient,
  getAlertSecret,
  getAlertSettings,
  listAlerts,
  removeAlertRecipient,
  saveAlertSettings,
  testAlertRecipient,
} from '@washdesk/contracts/system/alert';
import type { CloudFault } from '@washdesk/rules/company/cloud-faults';
import type { AlertCause } from '../../../common/alert.ts';
import { WorkLoop } from '../../../common/work-loop.ts';
import type { Db } from '../../../db/pool.ts';
import type { Channel } from '../../../db/tables/messages.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import type { AlertWebhook } from '../../../ports/alert-webhook.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Messaging } from '../../../ports/messaging.ts';
import { personalData as messageData } from './alert-messages.ts';
import { alertRound } from './alert-round.ts';
import { AlertsService } from './alerts.service.ts';
import { personalData as alertData } from './alerts.store.ts';
import { DatabaseWatch } from './database-watch.ts';
import { noticesTo } from './notices.ts';
import { signingSecrets } from './recipient-secret.ts';
import { RecipientsService } from './recipients.service.ts';
import { personalData as recipientData } from './recipients.store.ts';
import { sendAlert, sendUnstored } from './send-alert.ts';
import { presentAtSites } from './site-causes.store.ts';

const alertsRoutes = (alerts: AlertsService, recipients: RecipientsService): Route[] => [
  route(listAlerts, async ({ query }) => ({ alerts: await alerts.list(query.state) })),
  route(acknowledgeAlert, async ({ params, caller }) => ({ seen: await alerts.acknowledge(params.id, principalOf(caller)) })),
  route(getAlertSettings, () => recipients.shown()),
  route(saveAlertSettings, async ({ body: { was, ...settings }, caller }) => ({
    settings: await recipients.save(principalOf(caller), settings, was),
  })),
  route(addAlertRecipient, ({ body, keyedCall }) => recipients.add(body, keyedCall())),
  route(removeAlertRecipient, ({ params, keyedCall }) => recipients.remove(params.id, keyedCall())),
  route(testAlertRecipient, ({ params, keyedCall }) => recipients.test(params.id, keyedCall())),
  route(getAlertSecret, ({ params }) => recipients.secret(params.id)),
];

interface Dependencies {
  db: Db;
  clock: Clock;
  log: Logger;
  jobs: Pick<JobQueue, 'added'>;
  messaging: Partial<Record<Channel, Messaging>>;
  webhook: AlertWebhook;
  tokenKey: KeyObject;
  publicUrl: string;
  cloudFaults: (db: Db) => Promise<CloudFault[]>;
  /** What else is wrong now, of each feature that has such causes. */
  otherCauses: readonly ((db: Db) => Promise<AlertCause[]>)[];
}

/** Opens alerts of events that the log reports. */
export const alertNotices = (parts: Pick<Dependencies, 'db' | 'clock' | 'log'>) => noticesTo(parts);

const roundEveryMs = 5_000;

const causeOf = ({ code, level, sentence, step }: CloudFault): AlertCause => ({
  cause: `cloud:${code}`,
  site: null,
  level,
  sentence,
  step,
});

/** One alert for each cause at a site or in the cloud, told to IT, escalated and cleared (docs/rules/company.md#alerts). */
export function createAlerts({
  db,
  clock,
  log,
  jobs,
  messaging,
  webhook,
  tokenKey,
  publicUrl,
  cloudFaults,
  otherCauses,
}: Dependencies): Feature {
  const secretOf = signingSecrets(tokenKey);
  const channels = [...(['email', 'sms'] as const).filter((channel) => messaging[channel]), 'webhook' as const];
  const recipients = new RecipientsService({ db, clock, channels, secretOf, jobsAdded: jobs.added });
  const page = new URL('/admin/alerts', publicUrl).href;
  const round = new WorkLoop({
    round: async () => {
      await alertRound({
        db,
        clock,
        page,
        jobsAdded: jobs.added,
        present: async (tx) => {
          const sites = await presentAtSites(tx, clock.now());
          const others: AlertCause[] = [];
          for (const causes of otherCauses) others.push(...(await causes(tx)));
          return { ...sites, causes: [...(await cloudFaults(tx)).map(causeOf), ...others, ...sites.causes] };
        },
      });
      return 0;
    },
    everyMs: roundEveryMs,
    onTrouble: (error) => log.warn({ err: error }, 'Alerts not updated, retrying'),
  });
  const sendNow = sendUnstored({ messaging, webhook, secretOf });
  const databaseWatch = new DatabaseWatch({
    db,
    clock,
    server: hostname(),
    page,
    send: (recipient, words) => sendNow(recipient, words, clock.now()),
    jobsAdded: jobs.added,
  });
  const watch = new WorkLoop({
    round: async () => {
      await databaseWatch.round();
      return 0;
    },
    everyMs: roundEveryMs,
    onTrouble: (error) => log.warn({ err: error }, 'The database is not watched, retrying'),
  });
  return {
    officeAuditKinds: ['alert', 'alert-recipient', 'alert-settings'],
    personalData: { ...alertData, ...recipientData, ...messageData },
    routes: alertsRoutes(new AlertsService({ db, clock }), recipients),
    jobs: { 'alert.send': sendAlert({ db, clock, messaging, webhook, secretOf }) },
    loops: [round, watch],
  };
}
