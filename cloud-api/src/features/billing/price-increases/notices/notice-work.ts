import { isWithinHours } from '@washdesk/rules/dates/day-hours';
import { namedSites, type NamedSite } from '../../../../db/named-sites.ts';
import type { Db, Tx } from '../../../../db/pool.ts';
import { queueMessage, type Reach, type Reached } from '../../../../documents/message.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { ReadSetting } from '../../../../ports/settings.ts';
import { noticeValues, noticeWords } from './notice-values.ts';
import {
  changeNotice,
  followMessages,
  lockWaiting,
  messagesLately,
  openNotices,
  postponeNotice,
  type WaitingNotice,
} from './notices.store.ts';

/** Notices queued at the providers at once, so that other messages do not wait behind thousands. */
const mostQueued = 100;
const atOnce = 25;
/** Messages per hour after which a recipient gets no notice: a requested receipt must still be possible. */
const mostLately = 3;
const laterSeconds = 20 * 60;

export interface NoticeParts {
  db: Db;
  clock: Clock;
  settings: ReadSetting;
  reach: Reach;
  /** Plans by price id. */
  planNames: () => Promise<ReadonlyMap<string, { name: string }>>;
  jobsAdded: () => void;
}

/**
 * Notifies members of new prices and of retractions (docs/rules/billing.md#notices-of-new-prices). Any process may be killed at any time.
 */
export class NoticeWork {
  readonly #parts: NoticeParts;

  constructor(parts: NoticeParts) {
    this.#parts = parts;
  }

  /** @returns the number of notices done; 0 lets the loop rest */
  async round(): Promise<number> {
    const { db, jobsAdded } = this.#parts;
    const { queued, isDue } = await openNotices(db);
    const followed = queued > 0 ? await db.transaction().execute((tx) => followMessages(tx, 500)) : 0;
    const room = Math.min(atOnce, mostQueued - (queued - followed));
    // a rejected notice is sent another way at once
    const told = (isDue || followed > 0) && room > 0 ? await this.#tellSome(room) : 0;
    if (told > 0) jobsAdded();
    return followed + told;
  }

  /** Stores a notice and its message together: a kill leaves both or neither. */
  async #tellSome(most: number): Promise<number> {
    const { db, clock, settings, planNames } = this.#parts;
    const [places, hours] = await Promise.all([namedSites(db), settings('noticeHours')]);
    const open = places.filter(({ timeZone }) => isWithinHours(clock.now(), timeZone, hours));
    // members without a site use the clock of the company's first one
    const sites = [...open.map(({ number }) => number), ...(open.includes(places[0]!) ? [null] : [])];
    if (sites.length === 0) return 0;
    const plans = await planNames();
    return db.transaction().execute(async (tx) => {
      const waiting = await lockWaiting(tx, { sites, most });
      for (const notice of waiting) {
        const place = places.find(({ number }) => number === notice.site) ?? places[0]!;
        await this.#tell(tx, notice, place, plans.get(notice.oldPrice)?.name ?? 'wash');
      }
      return waiting.length;
    });
  }

  async #tell(tx: Tx, notice: WaitingNotice, place: NamedSite, plan: string): Promise<void> {
    const { reach } = this.#parts;
    const { id, customerObject, isTrue } = notice;
    if (!customerObject || !isTrue) return changeNotice(tx, id, { state: 'dropped', reason: 'The plan or its new price has changed' });
    const to = await reach(tx, customerObject, notice.refused);
    if (!to) return changeNotice(tx, id, { state: 'letter' });
    if ((await messagesLately(tx, to.channel, to.recipient)) >= mostLately) return postponeNotice(tx, id, laterSeconds);
    const message = await this.#queue(tx, notice, to, place, plan);
    return changeNotice(tx, id, { state: 'queued', channel: to.channel, message });
  }

  async #queue(tx: Tx, notice: WaitingNotice, to: Reached, { name, timeZone }: NamedSite, plan: string): Promise<string> {
    const { clock, settings } = this.#parts;
    const words = noticeWords(await settings('noticeTemplates', tx), notice.kind, noticeValues(notice, plan, name));
    return queueMessage(tx, {
      ...to,
      kind: 'price-increase',
      subject: words.subject,
      text: to.channel === 'sms' ? words.text : words.letter,
      customer: notice.customer,
      operation: null,
      asked: null,
      receipt: null,
      hoursZone: timeZone,
      by: { requestId: `price-increase:${notice.increase}` },
      at: clock.now(),
    });
  }
}
