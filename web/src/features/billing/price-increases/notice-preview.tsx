import { Button, Segmented } from 'antd';
import { useState } from 'react';
import type { PriceIncreaseDetail } from '@washdesk/contracts/billing/plans/price-increase';
import { Failure } from '../../../components/feedback/failure.tsx';
import { isCallFailure } from '../../../lib/api/call-failure.ts';
import { usePreviewNoticeQuery } from './price-increases-api.ts';
import styles from './price-increases.module.css';

type Way = 'text' | 'email' | 'letter';
const ways = [
  { value: 'text', label: 'Text' },
  { value: 'email', label: 'Email' },
  { value: 'letter', label: 'Letter' },
];
const kinds = [
  { value: 'notice', label: 'New price' },
  { value: 'retraction', label: 'If undone' },
];

/** The notice to a real member, before any is sent. */
export function NoticePreview({ increase: { id } }: { increase: PriceIncreaseDetail }) {
  const [subscription, setSubscription] = useState<string | undefined>();
  const [way, setWay] = useState<Way>('text');
  const [kind, setKind] = useState<'notice' | 'retraction'>('notice');
  const { data, error, isFetching } = usePreviewNoticeQuery({ params: { id }, query: { subscription } });
  if (error && isCallFailure(error) && error.status === 404) return <p className={styles.muted}>No members to notify.</p>;
  const words = data?.[kind];
  return (
    <div className={styles.preview}>
      {error != null && !isFetching && <Failure error={error} />}
      <div className={styles.actions}>
        <Segmented size="large" aria-label="Sent as" value={way} options={ways} onChange={(chosen) => setWay(chosen as Way)} />
        <Segmented
          size="large"
          aria-label="About"
          value={kind}
          options={kinds}
          onChange={(chosen) => setKind(chosen as 'notice' | 'retraction')}
        />
        <Button disabled={isFetching || !data} onClick={() => setSubscription(data?.next ?? undefined)}>
          {data?.next === null ? 'First Member' : 'Another Member'}
        </Button>
      </div>
      <figure aria-busy={isFetching}>
        <figcaption className={styles.muted}>
          {data ? `Preview for ${data.name ?? 'a member without a name'}. Admins edit the wording in Settings.` : 'Loading…'}
        </figcaption>
        {words && way !== 'text' && <strong>{words.subject}</strong>}
        {words && <blockquote>{way === 'text' ? words.text : words.letter}</blockquote>}
      </figure>
    </div>
  );
}
