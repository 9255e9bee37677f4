import { Button } from 'antd';
import { CopyField } from '../../../components/input/copy-field.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import styles from './devices.module.css';

interface EnrolmentLinkProps {
  link: string;
  /** ISO 8601. */
  expires: string;
  onDone: () => void;
}

/** The link to copy now. */
export function EnrolmentLink({ link, expires, onDone }: EnrolmentLinkProps) {
  return (
    <>
      <p>
        Open this link on the device. It works once, until <SiteTime seconds={Date.parse(expires) / 1_000} site={null} />, and{' '}
        <strong>won’t be shown again</strong>.
      </p>
      <CopyField label="Enrollment link" text={link} autoFocus />
      <Button type="primary" size="large" block className={styles.done} onClick={onDone}>
        Done
      </Button>
    </>
  );
}
