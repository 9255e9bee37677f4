import { startCheckout } from '@washdesk/contracts/billing/checkout';
import { formatPlate } from '@washdesk/rules/codes/plates';
import { billingDay } from '@washdesk/rules/dates/billing-instant';
import { epochSeconds } from '@washdesk/rules/dates/dates';
import type { PlanSettings } from '@washdesk/rules/plans/offered-plan';
import { isVisitorOver, pageMinutes, secondsUntilPage } from '@washdesk/rules/plans/online-pages';
import { existingAccount } from '@washdesk/rules/plans/online-sign-up';
import { plateMismatch, suitsPlate } from '@washdesk/rules/plans/plan-choice';
import { auditBy, writeAudit } from '../../../../audit/audit.ts';
import type { Alert } from '../../../../common/alert.ts';
import { Failure } from '../../../../common/failure.ts';
import type { Db, Tx } from '../../../../db/pool.ts';
import { enqueue, jobPayload } from '../../../../jobs/job.store.ts';
import { taxRatesAt } from '../../../../mirror/reads/tax-rates.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import type { Outcome } from '../../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../../operations/operations.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { ReadSetting } from '../../../../ports/settings.ts';
import { accountMatch, isMatch } from '../online-attempt.store.ts';
import { waitAMoment, type OnlineLimits } from '../online-limits.ts';
import type { OnlineOffers } from '../online-offers.service.ts';
import { recordAccountFound } from '../record-account-found.ts';
import type { Visitor } from '../visitors.ts';
import { closeLater } from './close-pages.ts';
import { addPage, dropPage, endPage, livePages, lockPages, pageCounts, setPageOpen } from './online-page.store.ts';
import { onlinePrincipal } from './online-principal.ts';
import { startCheckoutKind, onlineSale, customerMetadata, subscriptionMetadata, type OnlineSale, type SignUpForm } from './online-sale.ts';

interface Options {
  db: Db;
  operations: Operations;
  clock: Clock;
  alert: Alert;
  settings: ReadSetting;
  planSettings: () => Promise<PlanSettings>;
  offers: OnlineOffers;
  limits: OnlineLimits;
  publicUrl: string;
}

type Opened = { url: string };

interface Sender {
  requestId: string;
  address: string;
  visitor: Visitor;
}

const longWaitSeconds = 3_600;

/** Holds the plate and the e-mail address for one page. @throws Failure 409 `checkout_open`, 429 */
async function holdPage(
  tx: Tx,
  { operation, facts, now }: { operation: string; facts: OnlineSale; now: Date },
  atOnce: number,
): Promise<void> {
  const { email, page } = facts;
  if (!page) return;
  await lockPages(tx);
  const { plate, browser, network, replaces } = page;
  const counts = await pageCounts(tx, page, now);
  const waitSeconds = secondsUntilPage(counts, now, atOnce);
  if (isVisitorOver(counts)) throw tooManyDeclines(waitSeconds);
  if (waitSeconds > 0) throw waitAMoment(waitSeconds);
  const expires = new Date(page.expires * 1_000);
  const added = { operation, plate, email: email.toLowerCase(), browser, network, opened: now, expires };
  const replaced = replaces.map((one) => one.operation);
  if (!(await addPage(tx, added, replaced))) throw checkoutOpen(expires, now);
}

const tooManyDeclines = (retryAfterSeconds: number): Failure =>
  new Failure(429, 'too_many_declines', 'Too many cards were declined. Please see a car wash cashier to sign up', {
    details: { retryAfterSeconds },
  });

function checkoutOpen(until: Date, now: Date): Failure {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  const message = 'A sign-up for this plate is already open. Finish it on the other phone, or try again in a few minutes';
  return new Failure(409, 'checkout_open', message, { details: { retryAfterSeconds } });
}

/** Whether a refusal takes no page from the visitor's limits: it opened none, and tells nothing about an account. */
const isFree = ({ status, code }: Failure): boolean => (status === 409 && code !== 'existing_account') || status === 429;

const termsChanged = (): Failure => new Failure(409, 'terms_changed', 'The terms have changed. Read them and agree again');

/** Delay of the job's first check: no customer pays faster, and a returning browser does not wait for the job. */
const firstLookSeconds = 60;
/** A payment page expires after one day; a job still pending a day later is overdue. */
const deadlineDays = 2;

/** The public sign-up up to the payment page (docs/rules/billing.md#online-sign-up). */
export class StartCheckoutService {
  readonly #options: Options;
  readonly #start: OperationKind<OnlineSale, Opened>;

  constructor(options: Options) {
    this.#options = options;
    this.#start = options.operations.define<OnlineSale, Opened>(startCheckoutKind, onlineSale, (run) => this.#execute(run));
  }

  /** @throws Failure 404 `price_not_found`, 409 `existing_account`, `plan_not_offered`, `plate_mismatch`, `terms_changed`, 429 */
  async start(form: SignUpForm, key: string, sender: Sender): Promise<Opened> {
    // a program filled the field that no person sees: it learns only what a limit would say
    if (form.website) throw waitAMoment(longWaitSeconds);
    const request = { route: startCheckout.path, key, request: form, principal: onlinePrincipal(sender.requestId), customer: null };
    const { limits, settings } = this.#options;
    let takeBack = async (): Promise<void> => undefined;
    try {
      const { body } = await this.#start.run(
        request,
        async () => {
          takeBack = await limits.page(sender.visitor, { email: form.email, plate: formatPlate(form.plate, form.plateState) });
          return this.#decide(form, sender);
        },
        async (tx, begun) => holdPage(tx, begun, await settings('onlinePagesAtOnce', tx)),
      );
      return body;
    } catch (error) {
      if (error instanceof Failure && isFree(error)) await takeBack();
      throw error;
    }
  }

  /** Returns the sale of a payment page that Washdesk opened, by its session; null for any other session. */
  async saleOf(session: string): Promise<OnlineSale | null> {
    const opened = await jobPayload(this.#options.db, 'checkout.complete', session);
    return opened && this.#start.factsOf(opened.operation);
  }

  async #decide(form: SignUpForm, { address, visitor }: Sender): Promise<OnlineSale> {
    const { db, clock, settings, planSettings, offers, publicUrl } = this.#options;
    const plate = formatPlate(form.plate, form.plateState);
    const { plan, site } = await offers.offer(form.PlanId);
    if (!suitsPlate(plan, plate)) throw new Failure(409, 'plate_mismatch', plateMismatch);
    const { version } = await settings('onlineTerms');
    if (form.termsVersion !== undefined && form.termsVersion !== version) throw termsChanged();
    const now = clock.now();
    const match = await accountMatch(db, form.email, plate);
    if (isMatch(match)) {
      await recordAccountFound(this.#options, { match, site: form.site ?? site, at: now });
      throw new Failure(409, 'existing_account', existingAccount);
    }
    const page = await this.#page(plate, form.email, visitor);
    const terms = { version, at: epochSeconds(now), address };
    const inLanguage = form.lang === undefined ? '' : `&lang=${form.lang}`;
    const online = new URL('/online', publicUrl).href;
    return {
      email: form.email,
      plan: { price: plan.price, name: plan.name, amount: plan.amount, site },
      taxRates: await taxRatesAt(db, site, (await planSettings()).mapping),
      subscriptionMetadata: subscriptionMetadata(plan, site, terms),
      customer: { phone: form.phone, address: form.address, metadata: customerMetadata(form, site) },
      terms,
      page,
      lang: form.lang,
      successUrl: `${online}?session_id={CHECKOUT_SESSION_ID}${inLanguage}`,
      cancelUrl: `${online}?site=${form.site ?? site}${inLanguage}`,
    };
  }

  /** @throws Failure 409 `checkout_open` while another person's page is open for the plate */
  async #page(plate: string, email: string, { browser, network }: Visitor): Promise<NonNullable<OnlineSale['page']>> {
    const now = this.#options.clock.now();
    const live = (await livePages(this.#options.db, plate, email.toLowerCase())).filter(({ alive }) => alive);
    for (const page of live) {
      const isOwn = page.email === email.toLowerCase() || (browser !== null && page.browser === browser);
      const isOver = page.expires.getTime() < now.getTime();
      if (page.session === null || !(isOwn || isOver)) throw checkoutOpen(page.expires, now);
    }
    const replaces = live.map(({ operation, session }) => ({ operation, session }));
    return { plate, browser, network, expires: epochSeconds(now) + pageMinutes * 60, replaces };
  }

  /** Closes the pages that this one replaces. @throws Failure 409 `existing_account` if one has been paid meanwhile */
  async #closeReplaced(run: OperationRun<OnlineSale>): Promise<void> {
    for (const { session } of run.facts.page?.replaces ?? []) {
      if (session === null) continue;
      const { status } = await run.do(`close ${session}`, (step) => run.payments.expireCheckout(step, session));
      if (status !== 'complete') continue;
      const { db, clock } = this.#options;
      await endPage(db, session, 'paid', clock.now());
      await dropPage(db, run.id);
      throw new Failure(409, 'existing_account', existingAccount);
    }
  }

  async #execute(run: OperationRun<OnlineSale>): Promise<Outcome<Opened>> {
    await this.#closeReplaced(run);
    const { email, plan, taxRates, customer, terms, page, lang, successUrl, cancelUrl, ...sale } = run.facts;
    const wanted = {
      price: plan.price,
      customer: { email },
      anchorDay: billingDay,
      taxRates,
      subscriptionMetadata: sale.subscriptionMetadata,
      customerMetadata: customer.metadata,
      successUrl,
      cancelUrl,
      expiresAt: page?.expires,
      locale: lang,
    };
    const made = () => run.payments.checkoutMadeBy(run.id, { since: run.since });
    const { id, url } = await run.do('open', (step) => run.payments.startCheckout(step, wanted), made);
    if (url === null) throw new Error(`Payment page ${id} has no URL`);
    const audit = {
      ...auditBy(run.by),
      site: plan.site,
      action: 'checkout.opened',
      subject: `checkout:${id}`,
      after: { price: plan.price, terms: terms?.version ?? null },
    };
    return {
      status: 200,
      body: { url },
      within: async (tx, now) => {
        const due = { dueInSeconds: firstLookSeconds, deadlineDays, created: now };
        await enqueue(tx, {
          what: 'checkout.complete',
          key: id,
          site: null,
          customer: null,
          payload: { operation: run.id },
          by: run.by,
          ...due,
        });
        if ((await setPageOpen(tx, run.id, id)) === 'closed') await closeLater(tx, id, now, run.by);
        await writeAudit(tx, { ...audit, at: now });
      },
    };
  }
}
