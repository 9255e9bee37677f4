import { Button, Segmented } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import { logLevels, type SiteLogLine } from '@washdesk/contracts/sites/support';
import { matchesWords } from '@washdesk/rules/text/matches-words';
import { ListFilter } from '../../../../components/data/list-filter.tsx';
import { Failure } from '../../../../components/feedback/failure.tsx';
import { PageSkeleton } from '../../../../components/layout/page-skeleton.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { useSiteLogQuery } from '../fleet-api.ts';
import styles from './log.module.css';

const readAgainMs = 3_000;
const shownLevels = { all: 'All', info: 'Info', warn: 'Warnings', error: 'Errors' } as const;
type ShownLevel = keyof typeof shownLevels;

const isShown = ({ level }: SiteLogLine, shown: ShownLevel): boolean =>
  // a line without a level was written by something that failed
  shown === 'all' || level === null || logLevels.indexOf(level) >= logLevels.indexOf(shown);

/** The newest lines of the agent's log. */
export function LogSection({ site }: { site: number }) {
  const [follows, setFollows] = useState(true);
  const [shown, setShown] = useState<ShownLevel>('all');
  const [search, setSearch] = useState('');
  const { data, error, isFetching, refetch } = useSiteLogQuery(
    { params: { site: String(site) }, query: { lines: '500' } },
    { pollingInterval: follows ? readAgainMs : 0, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
  const lines = data?.lines.filter((line) => isShown(line, shown) && matchesWords(search, [line.message, line.fields, line.level]));
  return (
    <Section
      title="Agent log"
      actions={
        <div className={styles.tools}>
          <Button aria-pressed={follows} onClick={() => setFollows(!follows)}>
            {follows ? 'Stop Following' : 'Follow Log'}
          </Button>
          <Button disabled={follows} loading={isFetching && !follows} onClick={() => void refetch()}>
            Refresh
          </Button>
        </div>
      }
    >
      <div className={styles.tools}>
        <ListFilter label="Find a line" placeholder="Text of the line" value={search} onChange={setSearch} />
        <Segmented<ShownLevel>
          size="large"
          aria-label="Lines shown"
          value={shown}
          onChange={setShown}
          options={Object.entries(shownLevels).map(([value, label]) => ({ value: value as ShownLevel, label }))}
        />
      </div>
      {error && <Failure title="Couldn’t load the log" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && lines?.length === 0 && (
        <p className={styles.muted}>{data.lines.length === 0 ? 'No lines yet. The agent writes them here.' : 'No lines match.'}</p>
      )}
      {data && lines && lines.length > 0 && <LogLines lines={lines} timeZone={data.timeZone} follows={follows} />}
    </Section>
  );
}

interface LogLinesProps {
  lines: readonly SiteLogLine[];
  timeZone: string;
  follows: boolean;
}

function LogLines({ lines, timeZone, follows }: LogLinesProps) {
  const frame = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    if (follows && frame.current) frame.current.scrollTop = frame.current.scrollHeight;
  });
  const timeOf = (at: string | null): string =>
    at === null
      ? ''
      : new Date(at).toLocaleString('en-US', {
          timeZone,
          month: 'short',
          day: 'numeric',
          hour: 'numeric',
          minute: '2-digit',
          second: '2-digit',
        });
  return (
    // focusable, so that the keyboard can scroll it
    <ol ref={frame} className={styles.lines} aria-label="Lines of the log" tabIndex={0}>
      {lines.map(({ at, level, message, fields }, index) => (
        <li key={index} data-level={level ?? 'none'}>
          <time dateTime={at ?? undefined}>{timeOf(at)}</time>
          <span className={styles.level}>{level ?? ''}</span>
          <span className={styles.text}>
            {message} {fields !== '' && <span className={styles.fields}>{fields}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
