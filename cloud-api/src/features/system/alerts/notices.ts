import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { AlertLevel } from '@washdesk/rules/company/alerts';
import type { Alert } from '../../../common/alert.ts';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import { insertNotice } from './alerts.store.ts';

/**
 * Events of the log that also open an alert, because IT must act. The others concern one customer or one paper and are on a worklist
 * (docs/decisions/0132-alerts.md). A fault that lasts is no event: its alert follows its state.
 */
const noticeLevels: Readonly<Record<string, AlertLevel>> = {
  audit: 'stop',
  'site.two-agents': 'stop',
  'site.events-damaged': 'stop',
  'site.events-dropped': 'stop',
  'site.sitewatch-restored': 'wait',
  'site.update': 'wait',
  'site.configuration': 'wait',
  'releases.folder': 'wait',
  'site-agent.code-guessing': 'wait',
  'webhook.unknown': 'wait',
  'webhook.unknown-kind': 'wait',
  'password.locked': 'wait',
  'pin.locked': 'wait',
  'online.guessing': 'wait',
  'online.carding': 'wait',
  'member.guessing': 'wait',
  'member.carding': 'wait',
};

/** The fields by which two events have the same cause; the others are counts and times. */
const identifying: ReadonlySet<string> = new Set(['site', 'device', 'employee', 'person', 'place', 'where', 'version', 'type', 'check']);

function causeOf(kind: string, about: Parameters<Alert>[1]): string {
  const named = Object.entries(about).filter(([name]) => identifying.has(name));
  if (named.length === 0) return `notice:${kind}`;
  return `notice:${kind}:${createHash('sha256')
    .update(JSON.stringify(named.toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')
    .slice(0, 16)}`;
}

/** Opens alerts of events, beside their log line. A lost database loses the alert, not the line. */
export const noticesTo =
  ({ db, clock, log }: { db: Db; clock: Clock; log: Logger }): Alert =>
  (kind, about, sentence) => {
    const level = noticeLevels[kind];
    if (level === undefined) return;
    const site = typeof about.site === 'number' ? about.site : null;
    insertNotice(db, { cause: causeOf(kind, about), site, level, sentence, step: null }, clock.now()).catch((error: unknown) =>
      log.error({ err: error, kind }, 'An alert was not stored; its log line is the only one'),
    );
  };
