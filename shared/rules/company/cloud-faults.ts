import type { AlertLevel } from './alerts.ts';

/** What one server of the cloud measures, every few seconds. Times are ISO; null where nothing is wrong or nothing is known. */
export interface ServerMeasurements {
  /** Since when this server has no connection to the broker. */
  brokerLost: string | null;
  /** Milliseconds of the last look-up, and since when they are too many. */
  databaseMs: number;
  databaseSlow: string | null;
  /** Ahead of the database's clock, and of Stripe's. */
  aheadOfDatabaseMs: number | null;
  aheadOfStripeMs: number | null;
  stripe: { since: string; reason: string } | null;
  /** An event of Stripe, over an hour old, that is newer than any received one. */
  missedEvent: string | null;
  disks: readonly { folder: string; freePercent: number; freeMegabytes: number }[];
  certificates: readonly { name: string; until: string }[];
  mail: { since: string; reason: string } | null;
  /** Online sites, and those whose roster was not confirmed lately. */
  sitesOnline: number;
  sitesBehind: number;
}

export interface Server {
  name: string;
  measurements: ServerMeasurements;
}

export interface CloudFacts {
  now: Date;
  /** Servers that measured within the last minute. */
  servers: readonly Server[];
  /** Since when the oldest due job waits to be taken. */
  jobDue: string | null;
  /** When the oldest event of Stripe that is not processed was received. */
  eventWaiting: string | null;
  /** When the broker's copy of the revocation list expires; null without a broker that reads it. */
  revocationListUntil: string | null;
}

export const cloudFaultCodes = [
  'broker',
  'database',
  'stripe',
  'webhook',
  'clock',
  'disk',
  'certificate',
  'jobs',
  'mail',
  'roster',
] as const;
export type CloudFaultCode = (typeof cloudFaultCodes)[number];

export interface CloudFault {
  code: CloudFaultCode;
  level: AlertLevel;
  /** What is wrong, as a sentence for IT. */
  sentence: string;
  /** What a person does next. */
  step: string;
  /** ISO; null if the beginning is not known. */
  since: string | null;
}

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** Shorter cuts mend themselves. */
const brokerMs = 10_000;
const databaseMs = 10_000;
/** Commands to gates expire after 2 s, so clocks must agree. */
const clockMs = 5_000;
const freePercent = 5;
/** Of a small disk a larger part may be free, and still be little. */
const little = { freePercent: 25, freeMegabytes: 500 };
const certificateDays = 14;
const jobMs = minuteMs;
const eventMs = 2 * minuteMs;

interface Finding {
  since: string | null;
  sentence: string;
}

const rules: Record<CloudFaultCode, { level: AlertLevel; step: string; find: (facts: CloudFacts) => Finding | null }> = {
  broker: {
    level: 'stop',
    step: 'Check that the broker runs and that the servers of Washdesk reach it. Sites keep working from their roster meanwhile.',
    find: (facts) =>
      onServer(facts, ({ brokerLost }) =>
        isOlder(facts, brokerLost, brokerMs) ? { since: brokerLost, sentence: 'The broker is unreachable' } : null,
      ),
  },
  database: {
    level: 'stop',
    step: 'Look for locks and long queries in pg_stat_activity, then at the load and disk of the database server.',
    find: (facts) =>
      onServer(facts, ({ databaseMs: took, databaseSlow }) =>
        isOlder(facts, databaseSlow, databaseMs)
          ? { since: databaseSlow, sentence: `The database is slow: a look-up takes ${seconds(took)}` }
          : null,
      ),
  },
  stripe: {
    level: 'stop',
    step: 'Check status.stripe.com, then the secret key of Washdesk in Stripe’s Dashboard. Changes are completed when Stripe accepts calls.',
    find: (facts) =>
      onServer(facts, ({ stripe }) =>
        stripe ? { since: stripe.since, sentence: `Stripe refuses calls or doesn’t respond: ${stripe.reason}` } : null,
      ),
  },
  webhook: {
    level: 'stop',
    step: 'Open Developers, Webhooks in Stripe’s Dashboard: check that the endpoint is enabled and why deliveries fail. Then run “npm run reconcile”.',
    find: (facts) =>
      onServer(facts, ({ missedEvent }) =>
        missedEvent ? { since: missedEvent, sentence: 'Stripe has events, but its webhook has been silent for over an hour' } : null,
      ),
  },
  clock: {
    level: 'wait',
    step: 'Check the time synchronization (NTP) of this server, then of the database server.',
    find: (facts) => onServer(facts, clockFinding),
  },
  disk: {
    level: 'stop',
    step: 'Delete old logs and backups in this folder’s file system, or enlarge it.',
    find: (facts) =>
      onServer(facts, ({ disks }) => {
        const full = disks.find(isNearlyFull);
        return full ? { since: null, sentence: `The disk of ${full.folder} is nearly full: ${full.freeMegabytes} MB are free` } : null;
      }),
  },
  certificate: {
    level: 'wait',
    step: 'Renew the certificate and restart the program that uses it. For the revocation list, check washdesk-revocations on the broker’s server.',
    find: certificateFinding,
  },
  jobs: {
    level: 'stop',
    step: 'Look for “Cannot process jobs” in the log of Washdesk and for locks on the table job. Then restart the servers in turn.',
    find: (facts) =>
      isOlder(facts, facts.jobDue, jobMs)
        ? { since: facts.jobDue, sentence: 'The job queue is stuck: due jobs are not taken, so Sitewatch, texts and emails wait' }
        : null,
  },
  mail: {
    level: 'wait',
    step: 'Check the account and password at the mail server, and that it accepts mail from the sender’s address.',
    find: (facts) => onServer(facts, ({ mail }) => (mail ? { since: mail.since, sentence: `Emails are refused: ${mail.reason}` } : null)),
  },
  roster: {
    level: 'wait',
    step: 'Look for “events” in the log of Washdesk and check Stripe. Lanes decide by the last roster meanwhile.',
    find: rosterFinding,
  },
};

/** Returns what is wrong with the cloud, the critical first (docs/rules/company.md#faults-of-the-cloud). */
export function cloudFaults(facts: CloudFacts): CloudFault[] {
  const found = cloudFaultCodes.flatMap((code) => {
    const { level, step, find } = rules[code];
    const finding = find(facts);
    return finding ? [{ code, level, step, ...finding }] : [];
  });
  return found.toSorted((a, b) => Number(b.level === 'stop') - Number(a.level === 'stop'));
}

const isOlder = ({ now }: CloudFacts, since: string | null, ms: number): since is string =>
  since !== null && now.getTime() - Date.parse(since) >= ms;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const isNearlyFull = (disk: ServerMeasurements['disks'][number]): boolean =>
  disk.freePercent < freePercent || (disk.freePercent < little.freePercent && disk.freeMegabytes < little.freeMegabytes);

/** Returns the finding of the first server that has one; names it if others have none. */
function onServer({ servers }: CloudFacts, find: (measurements: ServerMeasurements) => Finding | null): Finding | null {
  const findings = servers.flatMap(({ name, measurements }) => {
    const finding = find(measurements);
    return finding ? [{ name, finding }] : [];
  });
  const [first] = findings;
  if (!first) return null;
  const { name, finding } = first;
  return findings.length === servers.length ? finding : { ...finding, sentence: `${finding.sentence} (server ${name})` };
}

function clockFinding({ aheadOfDatabaseMs, aheadOfStripeMs }: ServerMeasurements): Finding | null {
  const ahead = [
    { of: 'the database', ms: aheadOfDatabaseMs ?? 0 },
    { of: 'Stripe', ms: aheadOfStripeMs ?? 0 },
  ].find(({ ms }) => Math.abs(ms) >= clockMs);
  if (!ahead) return null;
  const { of, ms } = ahead;
  return { since: null, sentence: `The clocks disagree: this server is ${seconds(Math.abs(ms))} ${ms > 0 ? 'ahead of' : 'behind'} ${of}` };
}

function certificateFinding(facts: CloudFacts): Finding | null {
  const { now, servers, revocationListUntil } = facts;
  const all = [
    ...servers.flatMap(({ measurements }) => measurements.certificates),
    ...(revocationListUntil === null ? [] : [{ name: 'The broker’s revocation list', until: revocationListUntil }]),
  ];
  const next = all.toSorted((a, b) => Date.parse(a.until) - Date.parse(b.until))[0];
  if (!next) return null;
  const days = Math.floor((Date.parse(next.until) - now.getTime()) / dayMs);
  if (days >= certificateDays) return null;
  const when = days < 0 ? 'has expired' : `expires in ${days === 1 ? '1 day' : `${days} days`}`;
  return { since: null, sentence: `${next.name} ${when}; then sites can’t connect` };
}

function rosterFinding(facts: CloudFacts): Finding | null {
  if (isOlder(facts, facts.eventWaiting, eventMs))
    return { since: facts.eventWaiting, sentence: 'The roster is behind: changes at Stripe have not been processed for minutes' };
  return onServer(facts, ({ sitesOnline, sitesBehind }) =>
    sitesBehind >= 2 && sitesBehind * 2 >= sitesOnline
      ? { since: null, sentence: `The roster is behind: ${sitesBehind} of ${sitesOnline} online sites have not confirmed it lately` }
      : null,
  );
}
