import { Button, Popconfirm } from 'antd';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { Failure } from '../../../../components/feedback/failure.tsx';
import { SiteName } from '../../../../domain/sites/site-name.tsx';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import { useSession } from '../../../../lib/session/use-session.ts';
import { useClearSitewatchCommentMutation } from './tools-api.ts';
import styles from './tools.module.css';

/** Clears the customer's comment and alert in this site's Sitewatch. */
export function SitewatchComment({ customer: { id } }: { customer: CustomerDetail }) {
  const site = useSession()?.site ?? null;
  const [clear, { error, isLoading, isSuccess }] = useClearSitewatchCommentMutation();
  return (
    <li className={styles.tool} aria-label="Clear Sitewatch Comment">
      <p className={styles.about}>
        {site === null ? (
          'Sign in at a site to clear the customer’s Sitewatch comment.'
        ) : (
          <>
            The customer’s comment and alert in the Sitewatch of <SiteName site={site} />.
          </>
        )}
      </p>
      <Popconfirm
        title={
          <>
            Clear the comment in the Sitewatch of <SiteName site={site} />?
          </>
        }
        okText="Clear Comment"
        cancelText="Cancel"
        onConfirm={() => void clear({ params: { customerId: id } })}
      >
        <Button size="large" disabled={site === null} loading={isLoading}>
          Clear Sitewatch Comment
        </Button>
      </Popconfirm>
      {isSuccess && (
        <p className={styles.outcome} role="status">
          <StatusBadge tone="go">Comment cleared.</StatusBadge>
        </p>
      )}
      {error && (
        <div className={styles.outcome}>
          <Failure title="Couldn’t clear the comment" error={error} />
        </div>
      )}
    </li>
  );
}
