import { isDeepStrictEqual } from 'node:util';
import type { AlertChannel, AlertSettings } from '@washdesk/rules/company/alerts';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { KeyedCall, Principal } from '../../../common/caller.ts';
import { badRequest, notFound } from '../../../common/failure.ts';
import { refuseStale } from '../../../common/stale-write.ts';
import type { Db } from '../../../db/pool.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import type { Clock } from '../../../ports/clock.ts';
import { lastMessages, queueWords, testWords } from './alert-messages.ts';
import {
  alertSettings,
  deleteRecipient,
  insertRecipient,
  lockAlertSettings,
  recipientById,
  recipientsOf,
  saveAlertSettings,
  timeZones,
  type NewRecipient,
  type Recipient,
} from './recipients.store.ts';

interface Options {
  db: Db;
  clock: Clock;
  channels: readonly AlertChannel[];
  secretOf: (recipient: string) => string;
  jobsAdded: () => void;
}

type AlertSettingsSeen = { [K in keyof AlertSettings]?: AlertSettings[K] | undefined } | undefined;

/** The rest of a webhook's URL may be a secret of its receiver, so neither screens nor the audit have it. */
const shownAddress = ({ channel, address }: Pick<Recipient, 'channel' | 'address'>): string =>
  channel === 'webhook' ? new URL(address).host : address;

const audited = ({ name, channel, list, ...rest }: Pick<Recipient, 'name' | 'channel' | 'list' | 'address'>) => ({
  name,
  channel,
  list,
  address: shownAddress({ channel, ...rest }),
});

const unknown = () => notFound('recipient_unknown', 'This recipient was removed');

/** Who receives alerts, and when. */
export class RecipientsService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async shown() {
    const { db, channels } = this.#options;
    const [settings, recipients, zones, last] = await Promise.all([alertSettings(db), recipientsOf(db), timeZones(db), lastMessages(db)]);
    return {
      settings,
      recipients: recipients.map((recipient) => ({ ...recipient, address: shownAddress(recipient), last: last.get(recipient.id) ?? null })),
      timeZones: [...new Set([settings.timeZone, ...zones])],
      channels: [...channels],
    };
  }

  /** @throws Failure 400 for an unknown time zone, 409 `changed_meanwhile` */
  async save(by: Principal, settings: AlertSettings, was: AlertSettingsSeen): Promise<AlertSettings> {
    if (!isTimeZone(settings.timeZone)) throw badRequest('timeZone', 'is no time zone');
    const { db, clock } = this.#options;
    await db.transaction().execute(async (tx) => {
      await lockAlertSettings(tx);
      const before = await alertSettings(tx);
      refuseStale('the settings of alerts', { was, now: before, wanted: settings });
      if (isDeepStrictEqual(before, settings)) return;
      await saveAlertSettings(tx, settings, clock.now(), by.id);
      const at = clock.now();
      await writeAudit(tx, { ...auditBy(by), action: 'alert-settings.changed', subject: 'alert-settings', before, after: settings, at });
    });
    return settings;
  }

  add(recipient: NewRecipient, call: KeyedCall): Promise<{ id: string }> {
    const { db, clock } = this.#options;
    return keyedChange(db, call, async (tx) => {
      const at = clock.now();
      const added = await insertRecipient(tx, recipient, at, call.principal.id);
      const subject = `alert-recipient:${added.id}`;
      await writeAudit(tx, { ...auditBy(call.principal), action: 'alert-recipient.added', subject, after: audited(added), at });
      return { id: added.id };
    });
  }

  remove(id: string, call: KeyedCall): Promise<{ removed: true }> {
    const { db, clock } = this.#options;
    return keyedChange(db, call, async (tx) => {
      const removed = await deleteRecipient(tx, id);
      if (!removed) throw unknown();
      const entry = { action: 'alert-recipient.removed', subject: `alert-recipient:${id}`, before: audited(removed), at: clock.now() };
      await writeAudit(tx, { ...auditBy(call.principal), ...entry });
      return { removed: true };
    });
  }

  async test(id: string, call: KeyedCall): Promise<{ queued: true }> {
    const { db, clock, jobsAdded } = this.#options;
    const answer = await keyedChange(db, call, async (tx) => {
      const recipient = await recipientById(tx, id);
      if (!recipient) throw unknown();
      await queueWords(tx, testWords, [recipient], clock.now());
      return { queued: true as const };
    });
    jobsAdded();
    return answer;
  }

  async secret(id: string): Promise<{ secret: string }> {
    const recipient = await recipientById(this.#options.db, id);
    if (recipient?.channel !== 'webhook') throw unknown();
    return { secret: this.#options.secretOf(id) };
  }
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
