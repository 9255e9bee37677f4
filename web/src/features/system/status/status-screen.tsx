import { Failure } from '../../../components/feedback/failure.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import { usePublicStatusQuery } from '../../../domain/status/status-api.ts';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import styles from './status.module.css';

const pollMs = 30_000;

interface PartProps {
  name: string;
  works: boolean;
  sentences: readonly string[];
}

/** /status: what works at all sites, without a sign-in (docs/rules/company.md#status). */
export function StatusScreen() {
  const { data, error, refetch } = usePublicStatusQuery(undefined, { pollingInterval: pollMs, skipPollingIfUnfocused: true });
  return (
    <Page title="Status">
      {error && <Failure title="Couldn’t load the status" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && (
        <>
          <ul className={styles.parts} aria-label="What works">
            <Part name="Cards, emails and connections" {...data.company} />
            {data.sites.map((site) => (
              <Part key={site.name} {...site} />
            ))}
          </ul>
          <p className={styles.muted}>
            Checked <RelativeTime time={data.at} />
          </p>
        </>
      )}
    </Page>
  );
}

function Part({ name, works, sentences }: PartProps) {
  return (
    <li className={styles.part}>
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <StatusBadge tone={works ? 'go' : 'stop'}>{works ? 'Works' : 'Limited'}</StatusBadge>
      </div>
      {!works && <p className={styles.sentences}>{sentences.join(' ')}</p>}
    </li>
  );
}
