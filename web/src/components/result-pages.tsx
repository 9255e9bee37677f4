import { Button } from 'antd';
import styles from './result-pages.module.css';

interface ResultPagesProps {
  /** Rows a page. */
  size: number;
  /** Counted from 1. */
  number: number;
  busy: boolean;
  /** Null on the last page, and on the first. */
  onNext: (() => void) | null;
  onPrevious: (() => void) | null;
}

/** The way through a long list: 'Next 10 Results' of customers, 'Next 30 Results' of charges. Nothing where one page holds all of it. */
export function ResultPages({ size, number, busy, onNext, onPrevious }: ResultPagesProps) {
  if (!onNext && !onPrevious) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
      <Button size="large" disabled={!onPrevious || busy} onClick={() => onPrevious?.()}>
        Previous {size} Results
      </Button>
      <span className={styles.page}>Page {number}</span>
      <Button size="large" disabled={!onNext || busy} onClick={() => onNext?.()}>
        Next {size} Results
      </Button>
    </nav>
  );
}
