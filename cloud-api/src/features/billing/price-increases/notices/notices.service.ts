import type { IncreaseNotices, NoticePreview } from '@washdesk/contracts/billing/plans/increase-notice';
import { formatDateUs, siteDate } from '@washdesk/rules/dates/dates';
import { noticeDeadline } from '@washdesk/rules/plans/bulk-increase';
import { auditBy, writeAudit } from '../../../../audit/audit.ts';
import type { KeyedCall } from '../../../../common/caller.ts';
import { notFound } from '../../../../common/failure.ts';
import { namedSites, type NamedSite } from '../../../../db/named-sites.ts';
import { keyedChange } from '../../../../keyed-changes/keyed-change.ts';
import { increaseById, type IncreaseRow } from '../price-increases.store.ts';
import { lettersPdfOf, type PrintedLetter } from './letters-pdf.ts';
import { noticeValues, noticeWords, spokenName } from './notice-values.ts';
import type { NoticeParts } from './notice-work.ts';
import {
  countDropped,
  countLate,
  markPrinted,
  memberWithNext,
  noticeCounts,
  waitingLetters,
  type Letter,
  type NoticeMember,
} from './notices.store.ts';

/** Letters per file. */
const mostLetters = 200;

/** Deadline of an increase's notices. */
export const tellBy = ({ effective }: Pick<IncreaseRow, 'effective'>): Date => noticeDeadline(new Date(`${effective}T10:00:00Z`));

/** Shows and prints the notices of bulk price increases. */
export class NoticesService {
  readonly #parts: Pick<NoticeParts, 'db' | 'clock' | 'settings' | 'planNames'>;

  constructor(parts: Pick<NoticeParts, 'db' | 'clock' | 'settings' | 'planNames'>) {
    this.#parts = parts;
  }

  /** @throws Failure 404 `increase_not_found` */
  async notices(id: string): Promise<IncreaseNotices> {
    const { db, clock, settings } = this.#parts;
    const by = tellBy(await this.#increase(id));
    const [counts, late, hours] = await Promise.all([noticeCounts(db, id), countLate(db, id, by, clock.now()), settings('noticeHours')]);
    return { counts, late, tellBy: by.toISOString(), hours };
  }

  /** @throws Failure 404 `increase_not_found`, `member_not_found` */
  async preview(id: string, subscription: string | undefined): Promise<NoticePreview> {
    const { db, settings } = this.#parts;
    await this.#increase(id);
    const [member, next] = await memberWithNext(db, id, subscription ?? null);
    if (!member || (subscription !== undefined && member.subscription !== subscription))
      throw notFound('member_not_found', 'Member not found');
    const [templates, places, plans] = await Promise.all([
      settings('noticeTemplates'),
      namedSites(this.#parts.db),
      this.#parts.planNames(),
    ]);
    const values = noticeValues(member, plans.get(member.oldPrice)?.name ?? 'wash', placeOf(member, places)?.name ?? '');
    return {
      subscription: member.subscription,
      name: member.name || null,
      notice: noticeWords(templates, 'increase', values),
      retraction: noticeWords(templates, 'retraction', values),
      next: next?.subscription ?? null,
    };
  }

  /** @throws Failure 404 `increase_not_found` */
  async letters(id: string): Promise<{ letters: string[]; waiting: number; pdf: string | null }> {
    const { db, clock } = this.#parts;
    await this.#increase(id);
    const { letters, waiting } = await waitingLetters(db, id, mostLetters);
    if (letters.length === 0) return { letters: [], waiting: 0, pdf: null };
    const bytes = await lettersPdfOf(await this.#printed(letters), clock.now());
    return { letters: letters.map((one) => one.id), waiting, pdf: `data:application/pdf;base64,${bytes.toString('base64')}` };
  }

  /** @throws Failure 404 `increase_not_found` */
  async printed(id: string, letters: readonly string[], call: KeyedCall): Promise<{ printed: number; dropped: number }> {
    const { db, clock } = this.#parts;
    await this.#increase(id);
    const at = clock.now();
    return keyedChange(db, call, async (tx) => {
      const printed = await markPrinted(tx, id, letters, at);
      const audited = {
        ...auditBy(call.principal),
        action: 'bulk-increase.letters-printed',
        subject: `bulk-increase:${id}`,
        after: { printed },
        at,
      };
      if (printed > 0) await writeAudit(tx, audited);
      return { printed, dropped: await countDropped(tx, id, letters) };
    });
  }

  async #printed(letters: readonly Letter[]): Promise<PrintedLetter[]> {
    const { clock, settings } = this.#parts;
    const [templates, contacts, places, plans] = await Promise.all([
      settings('noticeTemplates'),
      settings('siteContacts'),
      namedSites(this.#parts.db),
      this.#parts.planNames(),
    ]);
    return letters.map((letter) => {
      const place = placeOf(letter, places);
      const contact = place && contacts[place.number];
      const values = noticeValues(letter, plans.get(letter.oldPrice)?.name ?? 'wash', place?.name ?? '');
      const { subject, letter: text } = noticeWords(templates, letter.kind, values);
      const { line1, city, state, postal_code: zip } = letter.customerObject?.address ?? {};
      const town = [[city, state].filter(Boolean).join(', '), zip].filter(Boolean).join(' ');
      return {
        from: linesOf(place?.name, ...(contact?.address.split('\n') ?? []), contact?.phone),
        // sign-ups do not require a street: such a letter is handed to the member
        to: linesOf(spokenName(letter.name), line1 || `To be picked up at ${place?.name ?? 'the wash'}`, line1 ? town : ''),
        date: formatDateUs(siteDate(clock.now(), place?.timeZone ?? 'UTC')),
        subject,
        text,
      };
    });
  }

  async #increase(id: string): Promise<IncreaseRow> {
    const row = await increaseById(this.#parts.db, id);
    if (!row) throw notFound('increase_not_found', 'Price increase not found');
    return row;
  }
}

/** Returns the member's site, otherwise the company's first. */
const placeOf = ({ site }: Pick<NoticeMember, 'site'>, places: readonly NamedSite[]): NamedSite | undefined =>
  places.find(({ number }) => number === site) ?? places[0];

const linesOf = (...lines: readonly (string | undefined)[]): string[] => lines.flatMap((line) => line || []);
