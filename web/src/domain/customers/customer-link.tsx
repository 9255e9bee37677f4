import { Link } from 'react-router-dom';
import { customerPath } from '../../lib/paths.ts';
import { useAtLeast } from '../../lib/session/use-session.ts';
import styles from './customer-link.module.css';

/** Links from a list to a customer. For SalesManager and above it opens a new tab, so that the list stays open. */
export function CustomerLink({ id, name }: { id: string; name: string | null }) {
  const newTab = useAtLeast('SalesManager') ? { target: '_blank', rel: 'noopener' } : {};
  return (
    <Link className={styles.link} to={customerPath(id)} {...newTab}>
      {name ?? 'No name'}
    </Link>
  );
}
