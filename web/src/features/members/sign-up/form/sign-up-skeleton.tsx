import { Skeleton } from 'antd';
import styles from './sign-up-panel.module.css';

/** Answers the press that opened the form: its many fields take longer to make than a press may wait. */
export function SignUpSkeleton() {
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <h1 className={styles.title}>Sign up</h1>
      </header>
      <div role="status" aria-label="Loading the form">
        <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />
      </div>
    </div>
  );
}
