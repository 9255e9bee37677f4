import { Modal } from 'antd';
import type { AuditEntry } from '@washdesk/contracts/system/audit';
import { differencesOf, type Difference } from '@washdesk/rules/company/audit-differences';
import { actionInWords, reasonInWords } from '@washdesk/rules/text/audit-kinds';
import { DetailsList } from '../../../components/data/details-list.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Searching } from '../../../components/feedback/searching.tsx';
import { SiteName } from '../../../domain/sites/site-name.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import type { Tone } from '../../../domain/status/tone.ts';
import { ActorName } from './actor-name.tsx';
import { useAuditEntryQuery } from './audit-api.ts';
import { SubjectLink } from './subject-link.tsx';
import styles from './audit.module.css';

/** One change: author, place and reason, and each value before and after. */
export function AuditEntryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useAuditEntryQuery({ params: { id } });
  return (
    <Modal open width={760} title={data ? actionInWords(data.action) : 'Change'} footer={null} onCancel={onClose}>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Searching />}
      {data && <Entry entry={data} />}
    </Modal>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { at, site, actor, name, approver, approverName, subject, device, why, requestId, seal, before, after } = entry;
  const differences = differencesOf(before, after);
  return (
    <div className={styles.entry}>
      <dl className={styles.facts}>
        <dt>When</dt>
        <dd>
          <SiteTime seconds={Date.parse(at) / 1_000} site={site} />
        </dd>
        <dt>Who</dt>
        <dd>
          <ActorName id={actor} name={name} />
        </dd>
        {approver !== null && (
          <>
            <dt>Approved by</dt>
            <dd>
              <ActorName id={approver} name={approverName} />
            </dd>
          </>
        )}
        <dt>Object</dt>
        <dd>
          <SubjectLink object={entry} />
        </dd>
        <dt>Where</dt>
        <dd>
          {site === null ? 'No site' : <SiteName site={site} />}
          {device !== null && `, ${device}`}
        </dd>
        {why !== null && (
          <>
            <dt>Why</dt>
            <dd>{reasonInWords(why)}</dd>
          </>
        )}
      </dl>
      {differences.length === 0 ? (
        <p role="status">No before and after values. The action is the change.</p>
      ) : (
        <DifferenceTable differences={differences} />
      )}
      <DetailsList
        facts={[
          ['Object ID', subject],
          ['Cause', requestId ?? 'Not recorded'],
          ['Seal', seal === null ? 'Not sealed yet' : `Number ${seal}`],
        ]}
      />
    </div>
  );
}

const words: Readonly<Record<Difference['kind'], { tone: Tone; word: string }>> = {
  added: { tone: 'go', word: 'Added' },
  removed: { tone: 'stop', word: 'Removed' },
  changed: { tone: 'wait', word: 'Changed' },
  same: { tone: 'neutral', word: 'Same' },
};

function DifferenceTable({ differences }: { differences: readonly Difference[] }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.differences}>
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ field, before, after, kind }) => (
            <tr key={field} className={kind === 'same' ? styles.same : undefined}>
              <th scope="row">{field}</th>
              <td>{before ?? '–'}</td>
              <td>{after ?? '–'}</td>
              <td>
                <StatusBadge tone={words[kind].tone}>{words[kind].word}</StatusBadge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
