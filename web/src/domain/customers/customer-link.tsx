import { Link } from 'react-router-dom';
import { customerPath } from '../../lib/paths.ts';
import { useAtLeast } from '../../lib/session/use-session.ts';
import styles from './customer-link.module.css';

/** Leads from a list to a customer. For sales managers and above the customer opens in a new tab, so that they keep the list. */
export function CustomerLink({ id, name }: { id: string; name: string | null }) {
  const newTab = useAtLeast('SalesManager') ? { target: '_blank', rel: 'noopener' } : {};
  return (
    <Link className={styles.link} to={customerPath(id)} {...newTab}>
      {name ?? 'No name'}
    </Link>
  );
}
