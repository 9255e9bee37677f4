import { Fact } from './devices.tsx';
import { texts } from './texts.ts';
import type { Shown } from './use-site.ts';
import { spanBetween, timeAt } from './words.ts';
import styles from './local.module.css';

const { facts } = texts;

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(bytes < 10_485_760 ? 1 : 0);
/** A smaller difference is no fault. */
const noticedMs = 1_000;

/** Farther away, the rate of the last day says nothing. */
const shownHours = (hours: number | null): number | null => (hours !== null && hours < 720 ? hours : null);

function clockWords(skewMs: number | null): string {
  if (skewMs === null) return facts.clockUnknown;
  return Math.abs(skewMs) < noticedMs ? facts.clockRight : facts.clockOff(Math.round(skewMs / 1_000));
}

/** The agent and its computer. */
export function Facts({ view: { agent, cloud, roster, space, devices, now, site } }: Shown) {
  const at = (instant: string): string => timeAt(instant, now, site.timeZone);
  const line = cloud.connected ? facts.connected : facts.disconnected;
  const sitewatch = devices.find(({ kind }) => kind === 'sitewatch');
  return (
    <section className={`card ${styles.section}`} aria-labelledby="facts">
      <h2 id="facts">{facts.heading}</h2>
      <dl className={styles.facts}>
        <Fact label={facts.cloud} value={line(at(cloud.since), spanBetween(cloud.since, now))} />
        <Fact
          label={facts.roster}
          value={roster.confirmed ? facts.rosterAge(roster.number, spanBetween(roster.confirmed, now)) : facts.rosterNever(roster.number)}
        />
        <Fact label={facts.sitewatch} value={sitewatch ? texts.deviceStatus[sitewatch.status].toLowerCase() : facts.sitewatchNone} />
        <Fact
          label={facts.space}
          value={facts.spaceUsed(megabytes(space.usedBytes), megabytes(space.maxBytes), shownHours(space.hoursLeft))}
        />
        <Fact label={facts.clock} value={clockWords(cloud.clockSkewMs)} />
        <Fact label={facts.running} value={`${at(agent.since)} (${spanBetween(agent.since, now)})`} />
        <Fact label={facts.version} value={agent.version} />
        <Fact label={facts.host} value={agent.host} />
      </dl>
    </section>
  );
}
