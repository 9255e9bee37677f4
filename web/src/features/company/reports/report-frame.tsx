import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Page } from '../../../components/layout/page.tsx';
import { DownloadButton, DownloadFailure, useReportDownload } from './download-report.tsx';
import { reportsPath } from './report-paths.ts';
import { reports, type ReportId } from './reports.ts';
import styles from './reports.module.css';

/** A report's title, download and back link. @param least the filter of the table, also applied to the file */
export function ReportFrame({ id, least, children }: { id: ReportId; least?: number; children: ReactNode }) {
  const { busy, error, download } = useReportDownload();
  return (
    <Page
      title={reports[id].title}
      actions={
        <span className={styles.actions}>
          <Link className={styles.view} to={reportsPath}>
            All reports
          </Link>
          <DownloadButton busy={busy} label="Download CSV" onDownload={() => void download(id, least)} />
        </span>
      }
    >
      <DownloadFailure error={error} />
      {children}
    </Page>
  );
}
