import { lazy, Suspense, useId, useState } from 'react';
import type { FleetSite, FleetSiteDetails } from '@washdesk/contracts/sites/fleet';
import type { ConsoleAction } from '@washdesk/contracts/system/console';
import { Section } from '../../../components/layout/section.tsx';
import { useConsoleActionsQuery } from '../../../domain/console/console-api.ts';
import { SupportButton } from '../../../domain/console/support-button.tsx';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import { useSiteClock } from '../../../domain/sites/site-clock.ts';
import { ActionButtons } from './actions/action-buttons.tsx';
import type { ChosenAction } from './actions/action-dialog.tsx';
import { DevicesSection } from './devices-section.tsx';
import { LineSection } from './line-section.tsx';
import { SiteCauses } from './site-causes.tsx';
import { Fact, SiteFacts } from './site-facts.tsx';
import { whyUnreachable } from './site-words.ts';
import styles from './fleet.module.css';

const ActionDialog = lazy(async () => ({ default: (await import('./actions/action-dialog.tsx')).ActionDialog }));

const noActions: readonly ConsoleAction[] = [];

/** The state of a site, with the buttons of its agent and its devices. */
export function SiteOverview({ site, details }: { site: FleetSite; details: FleetSiteDetails }) {
  const { data } = useConsoleActionsQuery();
  const clock = useSiteClock();
  const actions = data?.actions ?? noActions;
  const reason = whyUnreachable(site, 'The buttons of the agent and the devices work');
  const reasonId = useId();
  const disabledBy = reason === null ? undefined : reasonId;
  const [chosen, setChosen] = useState<ChosenAction | null>(null);
  return (
    <>
      <Section title={site.causes.length === 0 ? 'Nothing is wrong' : 'What is wrong'}>
        <SiteCauses causes={site.causes} clock={clock} />
        <SiteFacts site={site} clock={clock} />
        <AgentFacts details={details} />
        <div className={styles.actions}>
          <ActionButtons actions={actions} device={null} disabledBy={disabledBy} onChoose={setChosen} />
          <SupportButton site={site.site} />
          {reason !== null && (
            <p id={reasonId} className={styles.reason}>
              {reason}
            </p>
          )}
        </div>
      </Section>
      <DevicesSection
        isOnline={site.state === 'online'}
        devices={details.devices}
        actions={actions}
        disabledBy={disabledBy}
        onChoose={setChosen}
      />
      <LineSection site={site.site} timeZone={details.timeZone} />
      <Suspense>{chosen && <ActionDialog site={site.site} {...chosen} onClose={() => setChosen(null)} />}</Suspense>
    </>
  );
}

function AgentFacts({ details }: { details: FleetSiteDetails }) {
  const { host, configuration, rosterNumber, outage } = details;
  const ofConfiguration =
    configuration?.version == null
      ? 'From its file'
      : `Version ${configuration.version}${configuration.state === 'trial' ? ', on trial' : ''}`;
  return (
    <>
      <dl className={styles.facts}>
        <Fact label="Computer">{host ?? '–'}</Fact>
        <Fact label="Configuration">{ofConfiguration}</Fact>
        <Fact label="Roster version">{rosterNumber ?? '–'}</Fact>
      </dl>
      {outage && (
        <p className={styles.muted}>
          Last outage <RelativeTime time={outage.since} />: {outage.reason}
        </p>
      )}
    </>
  );
}
