import { Button, Segmented } from 'antd';
import { memo, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
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

/** The newest lines of the agent's log. `unreachable` says why the agent can't be asked for more. */
export function LogSection({ site, unreachable }: { site: number; unreachable: string | null }) {
  const reasonId = useId();
  const disabledBy = unreachable === null ? undefined : reasonId;
  const [follows, setFollows] = useState(true);
  const [shown, setShown] = useState<ShownLevel>('all');
  const [search, setSearch] = useState('');
  const { data, error, isFetching, refetch } = useSiteLogQuery(
    { params: { site: String(site) }, query: { lines: '500' } },
    {
      skip: unreachable !== null,
      pollingInterval: follows ? readAgainMs : 0,
      skipPollingIfUnfocused: true,
      refetchOnMountOrArgChange: true,
    },
  );
  const lines = useMemo(
    () => data?.lines.filter((line) => isShown(line, shown) && matchesWords(search, [line.message, line.fields, line.level])),
    [data, shown, search],
  );
  return (
    <Section
      title="Agent log"
      actions={
        <div className={styles.tools}>
          <Button aria-pressed={follows} onClick={() => setFollows(!follows)}>
            {follows ? 'Stop Following' : 'Follow Log'}
          </Button>
          <Button
            disabled={follows || unreachable !== null}
            aria-describedby={disabledBy}
            loading={isFetching && !follows}
            onClick={() => void refetch()}
          >
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
      {unreachable !== null && (
        <p id={reasonId} className={styles.muted}>
          {unreachable}
        </p>
      )}
      {error && unreachable === null && <Failure title="Couldn’t load the log" error={error} onRetry={() => void refetch()} />}
      {!data && !error && unreachable === null && <PageSkeleton />}
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

/** Drawn again only with other lines: the site's page is drawn with every message of the site. */
const LogLines = memo(function LogLines({ lines, timeZone, follows }: LogLinesProps) {
  const frame = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    if (follows && frame.current) frame.current.scrollTop = frame.current.scrollHeight;
  });
  const clock = useMemo(() => new Intl.DateTimeFormat('en-US', { timeZone, ...timeParts }), [timeZone]);
  return (
    // focusable, so that the keyboard can scroll it
    <ol ref={frame} className={styles.lines} aria-label="Lines of the log" tabIndex={0}>
      {withKeys(lines).map(([key, line]) => (
        <LogLine key={key} {...line} clock={clock} />
      ))}
    </ol>
  );
});

const timeParts = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' } as const;

/** Each line with a key that stays while other lines come and go; an agent may write a line twice at a time. */
function withKeys(lines: readonly SiteLogLine[]): (readonly [string, SiteLogLine])[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const text = `${line.at} ${line.message} ${line.fields}`;
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return [`${times} ${text}`, line] as const;
  });
}

type LogLineProps = SiteLogLine & { clock: Intl.DateTimeFormat };

const LogLine = memo(function LogLine({ at, level, message, fields, clock }: LogLineProps) {
  return (
    <li data-level={level ?? 'none'}>
      <time dateTime={at ?? undefined}>{at === null ? '' : clock.format(new Date(at))}</time>
      <span className={styles.level}>{level ?? ''}</span>
      <span className={styles.text}>
        {message} {fields !== '' && <span className={styles.fields}>{fields}</span>}
      </span>
    </li>
  );
});
