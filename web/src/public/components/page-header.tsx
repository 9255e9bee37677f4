import type { ReactNode } from 'react';
import { LanguageSwitch } from './language-switch.tsx';
import styles from './page-header.module.css';

interface PageHeaderProps {
  brand: string;
  /** At the end of the bar; the language if there is a choice. */
  end?: ReactNode;
  children?: ReactNode;
}

/** The name and the language; `children` is the way through the steps of a page. */
export function PageHeader({ brand, end = <LanguageSwitch />, children }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <span className={styles.brand}>
          <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
            <path d="M12 2c3.6 4.3 5.6 7.4 5.6 10a5.6 5.6 0 0 1-11.2 0C6.4 9.4 8.4 6.3 12 2Z" fill="currentColor" />
            <path d="M3 21h7M14 21h7" stroke="#102033" strokeWidth="2" strokeLinecap="round" />
          </svg>
          {brand}
        </span>
        <span className={styles.languages}>{end}</span>
        {children}
      </div>
    </header>
  );
}
