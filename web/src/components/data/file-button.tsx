import { Button } from 'antd';
import { useState } from 'react';
import { csvText } from '../../lib/csv-text.ts';
import { saveCsv } from '../../lib/save-file.ts';
import { fullTitle, isInFile, textOf, type ScreenColumn } from './columns.ts';
import styles from './data-table.module.css';

interface FileButtonProps<Row> {
  /** The file's name, without its ending. */
  file: string;
  /** Names the list where a screen has several files. */
  label?: string | undefined;
  columns: readonly ScreenColumn<Row>[];
  rows: readonly Row[];
  /** Reads all rows, if these are not all. */
  allRows?: (() => Promise<readonly Row[]>) | undefined;
}

/** Downloads a list as CSV. */
export function FileButton<Row>({ file, label, columns, rows, allRows }: FileButtonProps<Row>) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const written = columns.filter(isInFile);
  const save = async (): Promise<void> => {
    setBusy(true);
    setFailed(false);
    try {
      const all = allRows ? await allRows() : rows;
      saveCsv(`${file}.csv`, csvText([written.map(fullTitle), ...all.map((row) => written.map((column) => textOf(column, row)))]));
    } catch {
      setFailed(true);
    }
    setBusy(false);
  };
  return (
    <span className={styles.file}>
      {failed && <span role="alert">Couldn’t download the file</span>}
      <Button
        loading={busy}
        // without a label the name would begin with that of the loading icon
        aria-label={label === undefined ? 'Download CSV' : `Download CSV: ${label}`}
        onClick={() => void save()}
      >
        Download CSV
      </Button>
    </span>
  );
}
