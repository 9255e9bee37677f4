import { Button, Select } from 'antd';
import { pageCount, pageSizes, type PageOfNotes, type PageSize } from './page-of-notes.ts';
import styles from './notes.module.css';

interface NotePagesProps extends PageOfNotes {
  count: number;
  onChange: (to: PageOfNotes) => void;
}

/** Pagination of notes. Changing the page size returns to the first page. */
export function NotePages({ page, pageSize, count, onChange }: NotePagesProps) {
  const last = pageCount(count, pageSize);
  const go = (to: number) => () => onChange({ page: to, pageSize });
  return (
    <nav className={styles.pages} aria-label="Pages of notes">
      <Button disabled={page <= 1} onClick={go(1)}>
        First
      </Button>
      <Button disabled={page <= 1} onClick={go(page - 1)}>
        Previous
      </Button>
      <span className="tabular">
        Page {page}/{last} ({count} Notes)
      </span>
      <Button disabled={page >= last} onClick={go(page + 1)}>
        Next
      </Button>
      <Button disabled={page >= last} onClick={go(last)}>
        Last
      </Button>
      <Select<PageSize>
        aria-label="Notes per page"
        value={pageSize}
        options={pageSizes.map((value) => ({ value, label: `${value} per page` }))}
        onChange={(size) => onChange({ page: 1, pageSize: size })}
      />
    </nav>
  );
}
