import type { Logger } from 'pino';
import type { Alert } from '../../../common/alert.ts';
import type { MemberLinks } from '../../../common/member-links.ts';
import { WorkLoop } from '../../../common/work-loop.ts';
import type { Db } from '../../../db/pool.ts';
import type { Reach } from '../../../documents/message.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Payments } from '../../../ports/payments.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { openCancellations, personalData as cancellationData } from './cancellations.store.ts';
import { personalData as cardDeclineData } from './card-declines.store.ts';
import { cardPageEvents } from './card-declines.ts';
import { personalData as failedRenewalData } from './failed-renewals.store.ts';
import { FailedRenewals } from './failed-renewals.ts';
import { MemberCancellations, type EndingOperations } from './member-cancellation.service.ts';
import { MemberCards, type AttachCard } from './member-card.service.ts';
import { MemberData, type MemberDataRequests } from './member-data.service.ts';
import { personalData as languageData, saveLanguage } from './member-languages.store.ts';
import { personalData } from './member-links.store.ts';
import { MemberNotices } from './member-notices.ts';
import { MemberPayments, type PayInvoice } from './member-payments.service.ts';
import { MemberPlans, type PlanOperations } from './member-plan.service.ts';
import { MemberPlates, type SaveCustomer } from './member-plates.service.ts';
import type { MemberReads } from './member-reads.ts';
import { MemberReceipts } from './member-receipts.service.ts';
import { MemberRestarts, type RestartOperations } from './member-restart.service.ts';
import { MemberViews } from './member-view.service.ts';
import { SaveOffers, type FreeMonths } from './save-offers.service.ts';
import { selfServiceRoutes } from './self-service.routes.ts';
import { signInLinks } from './sign-in-link.job.ts';
import { MemberSignIn } from './sign-in.service.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  systemClock: Clock;
  log: Logger;
  alert: Alert;
  memberLinks: MemberLinks;
  jobsAdded: () => void;
  requestsPerMinute: number;
  reach: Reach;
  reachRequested: Reach;
  reads: MemberReads;
  operations: Operations;
  payments: Payments;
  publicUrl: string;
  attach: AttachCard;
  payInvoice: PayInvoice;
  saveCustomer: SaveCustomer;
  plans: PlanOperations & EndingOperations & { restarts: RestartOperations; freeMonths: FreeMonths };
  data: MemberDataRequests;
  settings: ReadSetting;
  jobs: Pick<JobQueue, 'runJobNow'>;
}

const renewalsEveryMs = 5_000;

/** For the counter's view of plans, which is composed before this feature. */
export const openCancellationsIn =
  (db: Db) =>
  (subscriptions: readonly string[]): Promise<readonly { subscription: string; confirmation: string; ends: Date }[]> =>
    subscriptions.length > 0 ? openCancellations(db, subscriptions) : Promise.resolve([]);

/** What members do themselves, signed in by a link or code (docs/rules/members.md#self-service). */
export function createSelfService(dependencies: Dependencies) {
  const { db, log, memberLinks: links } = dependencies;
  const notices = new MemberNotices(dependencies);
  const cards = new MemberCards(dependencies);
  const plates = new MemberPlates(dependencies);
  const plans = new MemberPlans(dependencies);
  const cancellations = new MemberCancellations({ ...dependencies, runJobNow: dependencies.jobs.runJobNow });
  const signInLink = signInLinks({ ...dependencies, links });
  const signIn = new MemberSignIn({ ...dependencies, sendOwnLink: signInLink.sendOwn });
  const saveOffers = new SaveOffers(dependencies);
  const renewals = new FailedRenewals({ ...dependencies, links });
  return {
    personalData: { ...personalData, ...cancellationData, ...failedRenewalData, ...cardDeclineData, ...languageData },
    routes: selfServiceRoutes({
      signIn,
      views: new MemberViews({ ...dependencies, plates, saveOffers }),
      receipts: new MemberReceipts(dependencies),
      cards,
      payments: new MemberPayments(dependencies),
      plates,
      plans,
      cancellations,
      saveOffers,
      restarts: new MemberRestarts(dependencies),
      data: new MemberData({ ...dependencies, notices }),
      saveLanguage: (customer, lang) => saveLanguage(db, customer, lang),
    }),
    onProviderEvent: cardPageEvents(dependencies),
    jobs: {
      'member-sign-in.send': signInLink.settle,
      'member-card.complete': (job) => cards.settle(job),
      'member-plan.cancel': (job) => cancellations.settle(job),
    },
    loops: [
      new WorkLoop({
        round: () => renewals.round(),
        everyMs: renewalsEveryMs,
        onTrouble: (error) => log.warn({ err: error }, 'Cannot send links for failed renewals, retrying'),
      }),
    ],
    /** For `CallerSource`. */
    memberOf: (secret: string, ip: string) => signIn.memberOf(secret, ip),
  } satisfies OfferingFeature;
}
