import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { AlertList } from '@washdesk/rules/company/alerts';
import { counted } from '@washdesk/rules/text/counts';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { enqueue } from '../../../jobs/job.store.ts';
import type { AlertRow } from './alerts.store.ts';
import type { Recipient } from './recipients.store.ts';

export type AlertMessageKind = 'opened' | 'escalated' | 'cleared' | 'summary' | 'test';

/** An alert as a webhook receives it. */
export type SentAlert = Pick<AlertRow, 'id' | 'cause' | 'site' | 'level' | 'sentence' | 'step'> & {
  opened: string;
  cleared: string | null;
};

interface AlertMessageTable {
  id: string;
  recipient: string;
  kind: AlertMessageKind;
  subject: string;
  text: string;
  /** JSON of `SentAlert`s. */
  alerts: string;
  created: Date;
  sent: Date | null;
  refused: string | null;
}

declare module '../../../db/schema.ts' {
  interface Database {
    alert_message: AlertMessageTable;
  }
}

export const personalData = {
  alert_message: { plain: ['id', 'recipient', 'kind', 'subject', 'text', 'alerts', 'created', 'sent', 'refused'] },
} satisfies PersonalTables;

/** What messages need of an alert. */
export type WordedAlert = Pick<AlertRow, 'id' | 'cause' | 'site' | 'level' | 'sentence' | 'step' | 'opened' | 'cleared' | 'escalated'>;

export interface Words {
  kind: AlertMessageKind;
  subject: string;
  text: string;
  alerts: readonly WordedAlert[];
}

/** After this many alerts at once they are one message: a cut of a provider's network concerns many sites. */
export const mostSingle = 3;

const paragraphs = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join('\n\n');

const bodyOf = ({ sentence, step }: WordedAlert, page: string): string =>
  paragraphs(`${sentence}.`, step === null ? null : `What to do: ${step}`, page);

export const openedWords = (alert: WordedAlert, page: string): Words => ({
  kind: 'opened',
  subject: `${alert.level === 'stop' ? 'Critical: ' : ''}${alert.sentence}`,
  text: bodyOf(alert, page),
  alerts: [alert],
});

export const clearedWords = (alert: WordedAlert, page: string): Words => ({
  kind: 'cleared',
  subject: `Fixed: ${alert.sentence}`,
  text: paragraphs('This works again:', `${alert.sentence}.`, page),
  alerts: [alert],
});

export const escalatedWords = (alert: AlertRow, minutes: number, page: string): Words => ({
  kind: 'escalated',
  subject: `Not seen for ${minutes} min: ${alert.sentence}`,
  text: bodyOf(alert, page),
  alerts: [alert],
});

const lineOf = ({ sentence, cleared, level }: AlertRow): string =>
  `- ${cleared ? 'Fixed: ' : level === 'stop' ? 'Critical: ' : ''}${sentence}`;

/** @param because `quiet` for what quiet hours held back */
export function summaryWords(alerts: readonly AlertRow[], because: 'quiet' | 'many', page: string): Words {
  const open = alerts.filter(({ cleared }) => !cleared).length;
  const counts = `${counted(open, 'open alert')}, ${alerts.length - open} fixed`;
  return {
    kind: 'summary',
    subject: because === 'quiet' ? `In quiet hours: ${counts}` : counts,
    text: paragraphs(alerts.map(lineOf).join('\n'), page),
    alerts,
  };
}

/** Returns the messages about alerts that opened or were cleared just now, and about those that waited for the end of quiet hours. */
export function wordsOf(now: readonly AlertRow[], heldBack: readonly AlertRow[], page: string): Words[] {
  const held = heldBack.length > 0 ? [summaryWords(heldBack, 'quiet', page)] : [];
  if (now.length > mostSingle) return [...held, summaryWords(now, 'many', page)];
  return [...held, ...now.map((alert) => (alert.cleared ? clearedWords(alert, page) : openedWords(alert, page)))];
}

export const testWords: Words = {
  kind: 'test',
  subject: 'Test of alerts',
  text: 'Alerts of Washdesk arrive here. There is nothing to do.',
  alerts: [],
};

export const sentAlert = ({ id, cause, site, level, sentence, step, opened, cleared }: WordedAlert): SentAlert => ({
  id,
  cause,
  site,
  level,
  sentence,
  step,
  opened: opened.toISOString(),
  cleared: cleared?.toISOString() ?? null,
});

const deadlineDays = 1;

/** Queues a message to each recipient, in the transaction that marks the alerts as told. */
export async function queueWords(
  tx: Tx,
  { kind, subject, text, alerts }: Words,
  recipients: readonly Pick<Recipient, 'id'>[],
  at: Date,
): Promise<void> {
  for (const { id: recipient } of recipients) {
    const id = uuidv7();
    const message = { id, recipient, kind, subject, text, alerts: JSON.stringify(alerts.map(sentAlert)), created: at };
    await tx.insertInto('alert_message').values(message).execute();
    await enqueue(tx, { what: 'alert.send', key: id, site: null, customer: null, payload: {}, deadlineDays, created: at });
  }
}

export const onLists = (recipients: readonly Recipient[], lists: readonly AlertList[]): Recipient[] =>
  recipients.filter(({ list }) => lists.includes(list));

/** Returns the last message to each recipient. */
export async function lastMessages(db: Db) {
  const rows = await db
    .selectFrom('alert_message')
    .distinctOn('recipient')
    .select(['recipient', 'created', 'sent', 'refused'])
    .orderBy('recipient')
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ recipient, ...message }) => [recipient, endOf(message)]));
}

/** Returns the last message about each of these alerts to each recipient, by alert. */
export async function messagesAbout(db: Db, alerts: readonly Pick<AlertRow, 'id' | 'opened'>[]) {
  const { rows } = await sql<Ended & { alert: string; name: string }>`
    select distinct on (alert, m.recipient) one ->> 'id' as alert, r.name, m.created, m.sent, m.refused
    from alert_message m join alert_recipient r on r.id = m.recipient cross join jsonb_array_elements(m.alerts) as one
    where one ->> 'id' = any(${alerts.map(({ id }) => id)}::text[])
      and m.created >= ${alerts.map(({ opened }) => opened).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null}
    order by alert, m.recipient, m.created desc, m.id desc`.execute(db);
  return Map.groupBy(
    rows.map(({ alert, name, ...message }) => ({ alert, name, ...endOf(message) })),
    ({ alert }) => alert,
  );
}

type Ended = Pick<AlertMessageTable, 'created' | 'sent' | 'refused'>;

const endOf = ({ created, sent, refused }: Ended) => ({
  at: (sent ?? created).toISOString(),
  state: stateOf(sent, refused),
  reason: sent ? null : refused,
});

const stateOf = (sent: Date | null, refused: string | null): 'waiting' | 'sent' | 'failed' => {
  if (sent) return 'sent';
  return refused === null ? 'waiting' : 'failed';
};
