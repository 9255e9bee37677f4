import { Link } from 'react-router-dom';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { DownloadButton, DownloadFailure, useReportDownload } from './download-report.tsx';
import { reportPath } from './report-paths.ts';
import { reports, type ReportId } from './reports.ts';
import styles from './reports.module.css';

/** /office/reports: reports to view and download (docs/rules/company.md#reports). */
export function ReportsScreen() {
  return (
    <Page title="Reports">
      <Section flush>
        <ul className={styles.list}>
          {Object.keys(reports).map((id) => (
            <Row key={id} id={id as ReportId} />
          ))}
        </ul>
      </Section>
    </Page>
  );
}

function Row({ id }: { id: ReportId }) {
  const { title, what } = reports[id];
  const { busy, error, download } = useReportDownload();
  return (
    <li className={styles.row}>
      <div>
        <strong>{title}</strong>
        <p>{what}</p>
        <DownloadFailure error={error} />
      </div>
      <span className={styles.actions}>
        <Link className={styles.view} to={{ pathname: reportPath, search: `?id=${id}` }} aria-label={`View: ${title}`}>
          View
        </Link>
        <DownloadButton busy={busy} label={`Download CSV: ${title}`} onDownload={() => void download(id)} />
      </span>
    </li>
  );
}
