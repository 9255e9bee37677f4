import { z } from 'zod';
import type { PaymentMethod } from '@washdesk/contracts/billing/payment-method';
import { startMemberCard, type finishMemberCard } from '@washdesk/contracts/members/member';
import { epochSeconds } from '@washdesk/rules/dates/dates';
import { memberLanguages, type MemberLanguage } from '@washdesk/rules/text/languages';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import { countInHour } from '../../../db/hourly-count.ts';
import type { Db } from '../../../db/pool.ts';
import { attemptFromError } from '../../../jobs/attempt-from-error.ts';
import { enqueue } from '../../../jobs/job.store.ts';
import { causeOf, type Attempt, type ClaimedJob } from '../../../jobs/job.ts';
import { liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import type { Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import { withProviderFailures } from '../../../operations/provider-failures.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Payments } from '../../../ports/payments.ts';
import { areDeclinesOver, cardPageKind } from './card-declines.ts';
import { memberPrincipal } from './member-principal.ts';
import { cardPagesSince, customerOfCardPage } from './member-view.store.ts';

const pageFacts = z.object({
  customer: z.string(),
  successUrl: z.string(),
  cancelUrl: z.string(),
  /** Missing in operations of earlier releases. */
  locale: z.enum(memberLanguages).optional(),
  expiresAt: z.number().optional(),
});
type PageFacts = z.infer<typeof pageFacts>;
type Opened = { url: string };
type Finished = z.input<typeof finishMemberCard.response>;

/** Saves the card of a setup intent as the default of the customer and the running plans. */
export type AttachCard = (
  by: Principal,
  key: string,
  body: { customer: string; setupIntent: string; default: true },
) => Promise<PaymentMethod>;

interface Options {
  db: Db;
  clock: Clock;
  operations: Operations;
  payments: Payments;
  publicUrl: string;
  attach: AttachCard;
}

const firstLookSeconds = 60;
const firstWaitMs = 60_000;
const longestWaitMs = 15 * 60_000;
const deadlineDays = 2;

/** Pages of one member: on each of them cards can be tried out. */
const mostPages = { hour: 5, day: 10 } as const;
const pageMinutes = 40;
const daySeconds = 86_400;

const tooManyPages = (retryAfterSeconds: number): Failure =>
  new Failure(429, 'too_many_requests', 'Too many tries. Please see a car wash cashier to change your card', {
    details: { retryAfterSeconds },
  });

const tooManyDeclines = (): Failure =>
  new Failure(429, 'too_many_declines', 'Too many cards were declined. Please see a car wash cashier to change your card', {
    details: { retryAfterSeconds: daySeconds },
  });

/** A member's new card, entered on the provider's page (docs/rules/members.md#self-service). */
export class MemberCards {
  readonly #options: Options;
  readonly #page: OperationKind<PageFacts, Opened>;

  constructor(options: Options) {
    this.#options = options;
    this.#page = options.operations.define<PageFacts, Opened>(cardPageKind, pageFacts, execute);
  }

  /** @throws Failure 429 `too_many_requests`, `too_many_declines` */
  async start(
    customer: string,
    { lang, step }: { lang?: MemberLanguage | undefined; step?: 'restart' | undefined },
    by: Principal,
    key: string,
  ): Promise<Opened> {
    const { db, clock, publicUrl } = this.#options;
    const page = new URL(step ? `/member?step=${step}` : '/member', publicUrl).href;
    const request = { route: startMemberCard.path, key, request: { customer }, principal: by, customer };
    const { body } = await this.#page.run(request, async () => {
      await liveCustomer(db, customer);
      const now = clock.now();
      await this.#count(customer, now);
      const expiresAt = epochSeconds(now) + pageMinutes * 60;
      const successUrl = `${page}${step ? '&' : '?'}card={CHECKOUT_SESSION_ID}`;
      return { customer, successUrl, cancelUrl: page, locale: lang, expiresAt };
    });
    return body;
  }

  async #count(customer: string, now: Date): Promise<void> {
    const { db } = this.#options;
    if (await areDeclinesOver(db, customer, now)) throw tooManyDeclines();
    const { attempts, endsInSeconds } = await countInHour(db, `member-card:${customer}`);
    if (attempts > mostPages.hour) throw tooManyPages(endsInSeconds);
    const ofDay = await cardPagesSince(db, customer, new Date(now.getTime() - daySeconds * 1_000));
    if (ofDay >= mostPages.day) throw tooManyPages(daySeconds);
  }

  /** @throws Failure 402 `card_declined`, 404 `checkout_not_found` */
  async finish(session: string, customer: string, requestId: string): Promise<Finished> {
    const { db, payments, attach } = this.#options;
    const owner = await customerOfCardPage(db, session);
    const page = owner === customer ? await withProviderFailures(payments.checkout(session)) : null;
    if (!page) throw notFound('checkout_not_found', 'Card page not found');
    if (page.status !== 'complete' || page.setupIntent === null) return { status: page.status ?? 'open', card: null };
    const by = memberPrincipal(requestId);
    const saved = await attach(by, `card-page:${session}`, { customer, setupIntent: page.setupIntent, default: true });
    return { status: 'complete', card: { brand: saved.details.brand, last4: saved.details.last4 } };
  }

  /** Saves the card if the browser never returned from the page. */
  async settle(job: ClaimedJob<'member-card.complete'>): Promise<Attempt> {
    if (job.customer === null) return { kind: 'refused', reason: 'The customer was removed' };
    try {
      const { status } = await this.finish(job.key, job.customer, causeOf(job).requestId);
      const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(job.attempts - 1, 10));
      return status === 'open' ? { kind: 'later', reason: 'No card entered yet', waitMs } : { kind: 'done', result: { status } };
    } catch (error) {
      return attemptFromError(error);
    }
  }
}

async function execute(run: OperationRun<PageFacts>): Promise<Outcome<Opened>> {
  const { customer } = run.facts;
  const made = () => run.payments.checkoutMadeBy(run.id, { since: run.since });
  const { id, url } = await run.do('open', (step) => run.payments.startCardPage(step, run.facts), made);
  if (url === null) throw new Error(`Card page ${id} has no URL`);
  return {
    status: 200,
    body: { url },
    async within(tx, created) {
      await enqueue(tx, {
        what: 'member-card.complete',
        key: id,
        site: null,
        customer,
        payload: { operation: run.id },
        by: run.by,
        dueInSeconds: firstLookSeconds,
        deadlineDays,
        created,
      });
      await writeAudit(tx, { ...auditBy(run.by), action: 'member.card-page-opened', subject: `customer:${customer}`, at: created });
    },
  };
}
