import { Navigate, useSearchParams } from 'react-router-dom';
import { ChangedAmountsReport } from './changed-amounts-report.tsx';
import { ManyCodesReport } from './many-codes-report.tsx';
import { OnlineAttemptsReport } from './online-attempts-report.tsx';
import { reportsPath } from './report-paths.ts';
import { isReportId } from './reports.ts';

/** /office/report?id={n}; a missing or unknown number redirects to the list. */
export function ReportScreen() {
  const [query] = useSearchParams();
  const id = query.get('id');
  if (!isReportId(id)) return <Navigate to={reportsPath} replace />;
  const Report = { '1': ManyCodesReport, '2': OnlineAttemptsReport, '3': ChangedAmountsReport }[id];
  return <Report />;
}
