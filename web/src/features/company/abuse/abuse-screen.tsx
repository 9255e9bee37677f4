import { Alert, Button } from 'antd';
import type { AbuseFlag } from '@washdesk/contracts/company/abuse';
import { formatDateUs } from '@washdesk/rules/dates/dates';
import { Failure } from '../../../components/feedback/failure.tsx';
import { NothingFound } from '../../../components/feedback/nothing-found.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { LinkButton } from '../../../components/navigation/link-button.tsx';
import { useAbuseFlagsQuery } from '../../../domain/abuse/abuse-api.ts';
import { abusePath } from '../../../domain/abuse/abuse-path.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { AbuseFilter } from './abuse-filter.tsx';
import { FlagList } from './flag-list.tsx';
import { FlagView } from './flag-view.tsx';
import { abuseQuery, useAbuseAddress, type AbuseAddress } from './use-abuse-address.ts';
import styles from './abuse.module.css';

/** /admin/abuse: members and employees with evidence of abuse, to dismiss or to confirm (docs/rules/abuse.md). */
export function AbuseScreen() {
  const { address, filter, openAt } = useAbuseAddress();
  const { data, error, isFetching, refetch } = useAbuseFlagsQuery({ query: abuseQuery(address) });
  const hasRoom = useMediaQuery('(min-width: 1000px)');
  const isAlone = address.flag !== undefined && !hasRoom;
  return (
    <Page
      wide
      title="Possible abuse"
      actions={
        <Button size="large" loading={isFetching && data !== undefined} onClick={() => void refetch()}>
          Refresh List
        </Button>
      }
    >
      <p className={styles.lead}>
        Washes, plates and gifts that need a look. A flag blocks nothing: lanes admit the member until you change the plan.
      </p>
      {!isAlone && <AbuseFilter address={address} kinds={data?.kinds ?? []} onFilter={filter} />}
      {address.customer !== undefined && (
        <p className={styles.lead}>
          Flags of one customer. <LinkButton to={abusePath()}>Show All Flags</LinkButton>
        </p>
      )}
      {error !== undefined && !isFetching && <Failure title="Couldn’t load flags" error={error} onRetry={() => void refetch()} />}
      {data && data.notExamined.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`Not examined: ${data.notExamined.map(formatDateUs).join(', ')}`}
          description="The examination failed several times and is tried again. Flags of these days may be missing. IT has an alert with the cause."
        />
      )}
      {data === undefined && isFetching && <PageSkeleton />}
      {data && <Found flags={data.flags} more={data.more} address={address} hasRoom={hasRoom} openAt={openAt} />}
    </Page>
  );
}

interface FoundProps {
  flags: readonly AbuseFlag[];
  more: boolean;
  address: AbuseAddress;
  /** There is room for the evidence beside the list. */
  hasRoom: boolean;
  openAt: (flag: string | undefined) => string;
}

function Found({ flags, more, address, hasRoom, openAt }: FoundProps) {
  const open = address.flag ?? (hasRoom ? flags[0]?.id : undefined);
  if (open === undefined && flags.length === 0) return <Nothing {...address} />;
  const isAlone = !hasRoom && open !== undefined;
  // the flag stays the second child, so that a dialog survives another width
  return (
    <div className={hasRoom ? styles.beside : styles.found}>
      {isAlone ? (
        <LinkButton to={openAt(undefined)} size="large">
          Back to List
        </LinkButton>
      ) : (
        <div className={styles.found}>
          {flags.length === 0 ? <Nothing {...address} /> : <FlagList flags={flags} open={open} openAt={openAt} />}
          {more && <p className={styles.muted}>Only the 200 strongest are shown. Choose a kind or a site for the others.</p>}
        </div>
      )}
      {open !== undefined && (
        <div className={styles.view}>
          <FlagView key={open} id={open} />
        </div>
      )}
    </div>
  );
}

const Nothing = ({ state, kind, site }: AbuseAddress) => (
  <NothingFound>
    {state === 'open' && kind === undefined && site === undefined
      ? 'No open flags. New ones appear within an hour after a wash.'
      : 'No flags found. Choose another kind, site or status.'}
  </NothingFound>
);
