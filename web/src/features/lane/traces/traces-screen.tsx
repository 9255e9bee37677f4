import { Button } from 'antd';
import { Link } from 'react-router-dom';
import type { LaneTrace } from '@washdesk/contracts/lane/trace';
import { Failure } from '../../../components/feedback/failure.tsx';
import { NothingFound } from '../../../components/feedback/nothing-found.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { LinkButton } from '../../../components/navigation/link-button.tsx';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { TraceList } from './trace-list.tsx';
import { TraceView } from './trace-view.tsx';
import { traceQuery, useTracesAddress, type TracesAddress } from './traces-address.ts';
import { useLaneTracesQuery } from './traces-api.ts';
import { TracesFilter } from './traces-filter.tsx';
import styles from './traces.module.css';

/** Why a gate opened or not: cars and presses of Open Gate, each with its steps (docs/rules/lane.md#traces). */
export function TracesScreen() {
  const { address, search, openAt, searchAt } = useTracesAddress();
  const query = traceQuery(address);
  const { data, error, isFetching, refetch } = useLaneTracesQuery({ query }, { refetchOnMountOrArgChange: true });
  const hasRoom = useMediaQuery('(min-width: 1000px)');
  return (
    <Page
      wide
      title="Why did it not open?"
      actions={
        <Button size="large" loading={isFetching && data !== undefined} onClick={() => void refetch()}>
          Refresh List
        </Button>
      }
    >
      {(hasRoom || address.open === undefined) && <TracesFilter key={JSON.stringify(query)} searched={address} onSearch={search} />}
      <Subject address={address} searchAt={searchAt} />
      {error !== undefined && !isFetching && (
        <Failure title="Couldn’t load the cars. Try again." error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && isFetching && <PageSkeleton />}
      {data && <Found traces={data.traces} more={data.more} address={address} isBeside={hasRoom} openAt={openAt} searchAt={searchAt} />}
    </Page>
  );
}

interface FoundProps {
  traces: readonly LaneTrace[];
  more: boolean;
  address: TracesAddress;
  /** There is room for the steps beside the list. */
  isBeside: boolean;
  openAt: (open: string | undefined) => string;
  searchAt: ReturnType<typeof useTracesAddress>['searchAt'];
}

function Found({ traces, more, address, isBeside, openAt, searchAt }: FoundProps) {
  if (traces.length === 0) return <NothingFound>No cars found. Search with fewer fields or a longer time.</NothingFound>;
  const chosen = traces.find(({ id }) => id === address.open) ?? (traces.length === 1 || isBeside ? traces[0] : undefined);
  const isAlone = chosen !== undefined && !isBeside;
  const oldest = traces.at(-1);
  return (
    <div className={isBeside ? styles.beside : styles.stacked}>
      {isAlone && traces.length > 1 && (
        <LinkButton to={openAt(undefined)} size="large">
          Back to List
        </LinkButton>
      )}
      {!isAlone && (
        <div className={styles.found}>
          <TraceList traces={traces} open={chosen?.id} openAt={openAt} />
          {more && oldest && (
            <Link className={styles.older} to={searchAt({ ...address, until: oldest.began, ...notOpen })}>
              Show older
            </Link>
          )}
        </div>
      )}
      {chosen && (
        <div className={styles.view}>
          <TraceView key={chosen.id} trace={chosen} searchAt={searchAt} />
        </div>
      )}
    </div>
  );
}

const notOpen = { open: undefined };

/** What a link searched for and the form has no field for. */
function Subject({ address: { gate, customer, id }, searchAt }: Pick<FoundProps, 'address' | 'searchAt'>) {
  if (gate === undefined && customer === undefined && id === undefined) return null;
  return (
    <p className={styles.of}>
      {id !== undefined && 'One opening. '}
      {customer !== undefined && 'Cars of one customer. '}
      {gate !== undefined && `Gate ${gate}. `}
      <Link to={searchAt({})}>Show all</Link>
    </p>
  );
}
