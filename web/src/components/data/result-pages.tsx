import { Button } from 'antd';
import type { CursorPages } from '../../lib/pages/use-cursor-pages.ts';
import styles from './result-pages.module.css';

interface ResultPagesProps {
  /** Rows per page. */
  size: number;
  pages: CursorPages;
  /** The API's cursor of the next page; null on the last. */
  next: string | null;
  busy: boolean;
}

/**
 * The buttons that page through a long list ('Next 10 Results' of customers, 'Next 30 Results' of charges); renders nothing for a single
 * page.
 */
export function ResultPages({ size, pages, next, busy }: ResultPagesProps) {
  if (next === null && !pages.previous) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
      <Button size="large" disabled={!pages.previous || busy} onClick={() => pages.previous?.()}>
        Previous {size} Results
      </Button>
      <span className={styles.page}>Page {pages.number}</span>
      <Button size="large" disabled={next === null || busy} onClick={() => next !== null && pages.next(next)}>
        Next {size} Results
      </Button>
    </nav>
  );
}
