import { Link } from 'react-router-dom';
import type { AuditRow } from '@washdesk/contracts/system/audit';
import { objectInWords, subjectInWords } from '@washdesk/rules/text/audit-kinds';
import { customerPath, paths } from '../../../lib/paths.ts';
import styles from './audit.module.css';

const pageOf: Readonly<Record<string, string>> = {
  Rollout: paths.releases,
  Staff: paths.adminStaff,
};

/** The changed object by kind and name, otherwise by its id. It leads to its page, or to its customer's, if it has one. */
export function SubjectLink({ object }: { object: Pick<AuditRow, 'subject' | 'objectName' | 'objectCustomer'> }) {
  const { subject, objectName, objectCustomer } = object;
  const { id } = subjectInWords(subject);
  const { kind, label } = objectInWords(subject, objectName, objectCustomer);
  const page = objectCustomer === null ? pageOf[kind] : customerPath(objectCustomer);
  const words = (
    <span className={styles.subject}>
      {kind} {label === id ? <code className={styles.object}>{id}</code> : <span title={id}>{label}</span>}
    </span>
  );
  return page === undefined ? words : <Link to={page}>{words}</Link>;
}
