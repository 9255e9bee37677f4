import { SiteName } from '../../../domain/sites/site-name.tsx';
import styles from './audit.module.css';

/** A person by name and number; a program by name; a site’s agent or a new device in words. */
export function ActorName({ id, name }: { id: string; name: string | null }) {
  const [, site] = /^site-agent:(\d+)$/.exec(id) ?? [];
  if (site !== undefined)
    return (
      <span title={id}>
        Agent of <SiteName site={Number(site)} />
      </span>
    );
  if (id.startsWith('enrolment:')) return <span title={id}>Enrollment link</span>;
  if (name === null) return <>{id}</>;
  return (
    <span>
      {name} <span className={styles.muted}>{id}</span>
    </span>
  );
}
