import { Link } from 'react-router-dom';
import { customerPath } from '../lib/paths.ts';
import { useAtLeast } from '../lib/session/use-session.ts';
import styles from './customer-link.module.css';

/** Leads from a list to a customer. Sales managers and above keep their list: it opens in a new tab (front-desk section 6). */
export function CustomerLink({ id, name }: { id: string; name: string | null }) {
  const newTab = useAtLeast('SalesManager') ? { target: '_blank', rel: 'noopener' } : {};
  return (
    <Link className={styles.link} to={customerPath(id)} {...newTab}>
      {name ?? 'No name'}
    </Link>
  );
}
