import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { PriceIncreaseDetail } from '@washdesk/contracts/billing/plans/price-increase';
import { counted } from '@washdesk/rules/text/counts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { freshResult } from '../../../lib/idempotent-requests/retry-idempotent.ts';
import { useLazyIncreaseLettersQuery, useMarkLettersPrintedMutation } from './price-increases-api.ts';
import styles from './price-increases.module.css';

/** Letters as a PDF, at most 200; their members count as notified once the user confirms the print. */
export function IncreaseLetters({ increase: { id, name }, waiting }: { increase: PriceIncreaseDetail; waiting: number }) {
  const [fetchLetters, { isFetching, error }] = useLazyIncreaseLettersQuery();
  const [mark, marked] = useMarkLettersPrintedMutation();
  const [downloaded, setDownloaded] = useState<readonly string[]>([]);
  const download = async (): Promise<void> => {
    marked.reset();
    const { data } = freshResult(await fetchLetters({ params: { id } }));
    if (!data?.pdf) return;
    const link = document.createElement('a');
    link.href = data.pdf;
    link.download = `letters-${name.replaceAll(/[^A-Za-z0-9]+/g, '-').toLowerCase()}.pdf`;
    link.click();
    setDownloaded(data.letters);
  };
  const print = async (): Promise<void> => {
    const { data } = await mark({ params: { id }, body: { letters: [...downloaded] } });
    if (data) setDownloaded([]);
  };
  const dropped = marked.data?.dropped ?? 0;
  return (
    <>
      {(waiting > 0 || downloaded.length > 0) && (
        <Button loading={isFetching} onClick={() => void download()}>
          Download {counted(Math.min(waiting, 200), 'letter')} as PDF
        </Button>
      )}
      {downloaded.length > 0 && (
        <Alert
          className={styles.wide}
          type="info"
          showIcon
          title={`Print and mail ${counted(downloaded.length, 'letter')}, then confirm. Their members then count as notified.`}
          action={
            <Button type="primary" loading={marked.isLoading} onClick={() => void print()}>
              Mark as Printed
            </Button>
          }
        />
      )}
      {dropped > 0 && (
        <Alert
          className={styles.wide}
          type="warning"
          showIcon
          title={
            dropped === 1 ? '1 letter was withdrawn. Don’t mail it.' : `${counted(dropped, 'letter')} were withdrawn. Don’t mail them.`
          }
        />
      )}
      {error && !isFetching && <Failure error={error} otherwise="Couldn’t create the letters" onRetry={() => void download()} />}
      {marked.error && !marked.isLoading && <Failure title="Couldn’t mark the letters as printed" error={marked.error} />}
    </>
  );
}
