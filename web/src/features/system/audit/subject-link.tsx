import { Link } from 'react-router-dom';
import { subjectInWords } from '@washdesk/rules/text/audit-kinds';
import { customerPath, paths } from '../../../lib/paths.ts';
import styles from './audit.module.css';

const pageOf: Readonly<Record<string, (id: string) => string>> = {
  Customer: customerPath,
  Staff: () => paths.adminStaff,
};

/** The changed object by kind and name, otherwise by its id. It leads to its page if it has one. */
export function SubjectLink({ subject, name }: { subject: string; name: string | null }) {
  const { kind, id } = subjectInWords(subject);
  const page = pageOf[kind]?.(id);
  const words = (
    <span className={styles.subject}>
      {kind} {name === null ? <code className={styles.object}>{id}</code> : <span title={id}>{name}</span>}
    </span>
  );
  return page === undefined ? words : <Link to={page}>{words}</Link>;
}
