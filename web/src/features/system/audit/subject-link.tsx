import { Link } from 'react-router-dom';
import { subjectInWords } from '@washdesk/rules/text/audit-kinds';
import { customerPath, paths } from '../../../lib/paths.ts';
import styles from './audit.module.css';

const pageOf: Readonly<Record<string, (id: string) => string>> = {
  Customer: customerPath,
  Staff: () => paths.adminStaff,
};

/** The changed object by kind and id, which leads to its page if it has one. */
export function SubjectLink({ subject }: { subject: string }) {
  const { kind, id } = subjectInWords(subject);
  const page = pageOf[kind]?.(id);
  const words = (
    <span className={styles.subject}>
      {kind} <code className={styles.object}>{id}</code>
    </span>
  );
  return page === undefined ? words : <Link to={page}>{words}</Link>;
}
