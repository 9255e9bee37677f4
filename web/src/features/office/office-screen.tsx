import { Link } from 'react-router-dom';
import { Page } from '../../components/page.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import styles from './office.module.css';
import { officeTools } from './office-tools.ts';

/** /office/: the office's tools that this person's roles open (back-office section 2.3). */
export function OfficeScreen() {
  const roles = useSession()?.user.roles ?? 0;
  return (
    <Page title="Office Tools">
      <ul className={styles.menu}>
        {officeTools(roles).map(({ label, what, to }) => (
          <li key={to}>
            <Link className={styles.tool} to={to}>
              <strong>{label}</strong>
              <span>{what}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
