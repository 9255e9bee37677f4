import type { TimelineEntry, TimelinePage } from '@washdesk/contracts/members/customer-timeline';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { withTax } from '@washdesk/rules/billing/tax';
import { atLeast, Role } from '@washdesk/rules/company/roles';
import {
  auditWords,
  changesIn,
  chargeTitle,
  gateTitle,
  messageTitle,
  printTitle,
  refundTitle,
  signatureTitle,
  timelineKinds,
  washTitle,
  type TimelineKind,
} from '@washdesk/rules/customers/timeline';
import { monthlyWords } from '@washdesk/rules/plans/plan-price';
import { wordFinder } from '@washdesk/rules/text/find-words';
import type { Principal } from '../../../common/caller.ts';
import { isOwnId } from '../../../common/own-id.ts';
import { cursorOf, pageOf, type PageCursor } from '../../../common/page-cursor.ts';
import type { Db } from '../../../db/pool.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import { siteSeen } from './sites-seen.ts';
import { pricesNamed, ratesOfPlans, timelineRows, type TimelineRow } from './timeline.store.ts';

export const timelinePageSize = 30;

interface TimelineQuery {
  page?: string | undefined;
  kinds?: readonly TimelineKind[] | undefined;
  /** Only events that contain all these words. */
  text?: string | undefined;
}

interface PageOptions {
  seen: readonly TimelineKind[];
  after: PageCursor | null;
  /** The site whose washes are seen; null for every site. */
  at: number | null;
  roles: number;
  size: number;
}

const searchedAtOnce = 100;

/** Everything of an entry that a person reads. */
const textsOf = ({ title, detail, by, amount, changes = [] }: TimelineEntry): string[] =>
  [
    title,
    detail,
    by,
    amount === null ? null : centsToDollars(amount),
    ...changes.flatMap(({ what, before, after }) => [what, before, after]),
  ].filter((text) => text !== null);

type PriceWords = (price: string, subscription: string | null) => string | null;

type Known = TimelineRow & PageCursor & { kind: TimelineKind };

/** All events of a customer, newest first (docs/rules/members.md#timeline). */
export class CustomerTimeline {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** @throws Failure 404 `customer_not_found`, 400 for an invalid cursor */
  async of(
    customer: string,
    { page, kinds = timelineKinds, text = '' }: TimelineQuery,
    by: Principal,
    size: number = timelinePageSize,
  ): Promise<TimelinePage> {
    const { roles } = by;
    const after = cursorOf(page);
    await knownCustomer(this.#db, customer);
    const seen = kinds.filter((kind) => kind !== 'dispute' || atLeast(roles, Role.SupportCenter));
    const at = siteSeen(by);
    if (text === '') return this.#page(customer, { seen, after, at, roles, size });
    const isFound = wordFinder(text);
    const entries: TimelineEntry[] = [];
    let from = after;
    for (;;) {
      const read = await this.#page(customer, { seen, after: from, at, roles, size: searchedAtOnce });
      entries.push(...read.entries.filter((entry) => isFound(textsOf(entry))));
      if (read.next_page === null || entries.length >= size) return { entries, next_page: read.next_page };
      from = cursorOf(read.next_page);
    }
  }

  async #page(customer: string, { seen, after, at, roles, size }: PageOptions): Promise<TimelinePage> {
    const found = await Promise.all(seen.map((kind) => this.#rows(kind, customer, { after, most: size + 1, at })));
    const { shown, nextPage } = pageOf(found.flat().toSorted(newestFirst), size);
    const prices = await this.#pricesIn(shown, customer);
    return { entries: shown.map((row) => entryOf(row, prices, atLeast(roles, Role.Admin))), next_page: nextPage };
  }

  /** Returns a function that puts the prices in these rows' changes in words, as the plan of the row bills them. */
  async #pricesIn(rows: readonly Known[], customer: string): Promise<PriceWords> {
    const changes = rows.flatMap(changesOf).filter(({ field }) => field === 'price');
    const ids = changes.flatMap(({ before, after }) => [before, after]).filter((id) => id !== null);
    if (ids.length === 0) return () => null;
    const [prices, rates] = await Promise.all([pricesNamed(this.#db, ids), ratesOfPlans(this.#db, customer)]);
    return (id, subscription) => {
      const { plan, amount } = prices.get(id) ?? {};
      if (plan === undefined || amount == null) return plan ?? null;
      return `${plan}, ${monthlyWords({ amount, total: withTax(amount, rates.get(subscription ?? '') ?? []) })}`;
    };
  }

  async #rows(kind: TimelineKind, customer: string, page: Parameters<typeof timelineRows>[3]): Promise<Known[]> {
    const rows = await timelineRows(this.#db, kind, customer, page);
    return rows.map((row) => ({ ...row, kind, created: row.at, id: row.key }));
  }
}

/** Compares like the database: by instant, then by key, byte for byte. */
const newestFirst = (a: Known, b: Known): number => b.at.getTime() - a.at.getTime() || (a.key < b.key ? 1 : -1);

const linkKinds: Readonly<Record<TimelineKind, NonNullable<TimelineEntry['link']>['kind'] | null>> = {
  wash: 'receipt',
  gate: null,
  charge: 'charge',
  refund: 'charge',
  plan: 'subscription',
  note: 'note',
  message: 'receipt',
  print: 'receipt',
  signature: 'signature',
  account: null,
  dispute: null,
};

function linkOf({ kind, link }: Known, maySeeIds: boolean): TimelineEntry['link'] {
  const leads = linkKinds[kind];
  if (leads === null || link === null) return null;
  const id = maySeeIds || isOwnId(link) ? link : null;
  // a receipt opens only by its id
  return leads === 'receipt' && id === null ? null : { kind: leads, id };
}

function titleOf({ kind, what, channel, state }: Known): string {
  switch (kind) {
    case 'wash':
      return washTitle(what);
    case 'gate':
      return gateTitle(state);
    case 'charge':
      return chargeTitle(state ?? '');
    case 'refund':
      return refundTitle(state);
    case 'note':
      return 'Note';
    case 'message':
      return messageTitle({ channel: channel ?? '', about: what ?? '', state: state ?? '' });
    case 'print':
      return printTitle(state ?? '');
    case 'signature':
      return signatureTitle(state ?? '');
    default:
      return auditWords[what ?? '']?.title ?? '';
  }
}

const hasReason = ({ kind, what }: Known): boolean =>
  (kind !== 'plan' && kind !== 'account' && kind !== 'dispute') || auditWords[what ?? '']?.hasReason === true;

const changesOf = ({ before = null, after = null }: Known) => changesIn(before, after);

const entryOf = (row: Known, priceWords: PriceWords, maySeeIds: boolean): TimelineEntry => ({
  id: row.key,
  at: row.at.toISOString(),
  kind: row.kind,
  site: row.site,
  by: row.by,
  title: titleOf(row),
  detail: hasReason(row) ? row.detail : null,
  amount: row.amount,
  changes: changesOf(row).map(({ field, what, before, after }) => {
    const words = (value: string | null): string | null => (field === 'price' && value !== null ? priceWords(value, row.link) : value);
    return { what, before: words(before), after: words(after) };
  }),
  link: linkOf(row, maySeeIds),
});
