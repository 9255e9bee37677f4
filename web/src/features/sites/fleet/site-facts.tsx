import type { ReactNode } from 'react';
import type { FleetSite } from '@washdesk/contracts/sites/fleet';
import { TimeSince } from '../../../domain/sites/relative-time.tsx';
import type { SiteClock } from '../../../domain/sites/site-clock.ts';
import { deviceWords, lineWords, sitewatchWords, waitingWords } from './site-words.ts';
import styles from './fleet.module.css';

/** The figures of a site, as its card and its page show them. */
export function SiteFacts({ site, clock }: { site: FleetSite; clock: SiteClock }) {
  return (
    <dl className={styles.facts}>
      <Fact label="Devices">{deviceWords(site)}</Fact>
      <Fact label="Sitewatch">{sitewatchWords(site)}</Fact>
      <Fact label="Round trip">{lineWords(site)}</Fact>
      <Fact label="Waiting events">{waitingWords(site)}</Fact>
      <Fact label="Roster confirmed">{site.rosterConfirmed === null ? '–' : <TimeSince time={site.rosterConfirmed} clock={clock} />}</Fact>
      <Fact label="Version">{site.version ?? '–'}</Fact>
    </dl>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
