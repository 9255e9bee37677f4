import { Button } from 'antd';
import { Failure } from '../../../components/feedback/failure.tsx';
import { isCallFailure } from '../../../lib/api/call-failure.ts';
import { saveCsv } from '../../../lib/save-file.ts';
import { useReportFileMutation } from './reports-api.ts';
import { reports, type ReportId } from './reports.ts';

/** Downloads all rows of a report as CSV. */
export function useReportDownload() {
  const [fetchFile, { isLoading, error, reset }] = useReportFileMutation();
  return {
    busy: isLoading,
    error: isCallFailure(error) ? error : null,
    async download(id: ReportId, least?: number): Promise<void> {
      const { data } = await fetchFile({ params: { id }, query: least === undefined ? {} : { least: String(least) } });
      if (data === undefined) return;
      saveCsv(reports[id].file, data);
      // the file is downloading, so its text can be removed from memory
      reset();
    },
  };
}

export function DownloadButton({ busy, label, onDownload }: { busy: boolean; label: string; onDownload: () => void }) {
  return (
    <Button loading={busy} aria-label={label} onClick={onDownload}>
      Download CSV
    </Button>
  );
}

export function DownloadFailure({ error }: { error: ReturnType<typeof useReportDownload>['error'] }) {
  return error && <Failure title="Couldn’t download the file" error={error} />;
}
