import { Alert } from 'antd';
import { useState } from 'react';
import { collectDispute, disputeEvidence, disputeMetadata, type Dispute } from '@washdesk/contracts/billing/dispute';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { Failure } from '../../../../components/feedback/failure.tsx';
import { ActionDialog } from '../../../../domain/actions/action-dialog.tsx';
import { useOperation } from '../../../../domain/actions/use-operation.ts';
import { StoredCardName } from '../../../../domain/cards/stored-card-choice.tsx';
import type { DisputeAction } from './dispute-actions.ts';
import {
  useCollectDisputeMutation,
  useDisputeEvidenceMutation,
  useDisputeMetadataMutation,
  usePreviewCollectionQuery,
} from './disputes-api.ts';

interface DisputeDialogProps {
  dispute: Dispute;
  action: Exclude<DisputeAction, 'evidence'>;
  onClose: () => void;
}

interface Words {
  title: string;
  confirm: string;
  done: string;
  /** What the action does, in one sentence; null if the preview shows it. */
  means: string | null;
}

/** The evidence values by which Stripe's test mode decides. */
const evidenceOf = { won: 'winning_evidence', lost: 'losing_evidence' } as const;

/** Explains and confirms one action on a dispute. */
export function DisputeDialog({ dispute: { id, amount, status }, action, onClose }: DisputeDialogProps) {
  const [done, setDone] = useState<string | null>(null);
  const collects = action === 'collect';
  // the card may have been replaced since the dispute was last viewed
  const preview = usePreviewCollectionQuery({ params: { id } }, { skip: !collects, refetchOnMountOrArgChange: true });
  const previewed = preview.isFetching || preview.isError ? undefined : preview.data;
  const { title, confirm, done: words, means } = wordsOf(action, centsToDollars(amount));
  const finish = () => setDone(words);
  const [collect] = useCollectDisputeMutation();
  const [hand] = useDisputeEvidenceMutation();
  const [mark] = useDisputeMetadataMutation();
  const collecting = useOperation(collectDispute, collect, ({ unmarked }) =>
    setDone(unmarked === undefined ? words : `${words} The dispute couldn’t be updated. Give IT the charge ID: ${unmarked}.`),
  );
  const handing = useOperation(disputeEvidence, hand, finish);
  const marking = useOperation(disputeMetadata, mark, finish);
  const operation = action === 'collect' ? collecting : action === 'uncollectable' || action === 'restore' ? marking : handing;

  const send = (): void => {
    const params = { id };
    const last4 = previewed?.card.last4;
    if (action === 'collect') void collecting.send({ params, query: last4 ? { last4 } : {} });
    else if (action === 'uncollectable' || action === 'restore')
      void marking.send({ params, body: { feesCollected: action === 'uncollectable' } });
    else void handing.send({ params, body: { uncategorized_text: evidenceOf[action] } });
  };
  return (
    <ActionDialog
      title={title}
      confirm={confirm}
      danger={action === 'lost' || action === 'uncollectable'}
      ready={done === null && (!collects || previewed !== undefined)}
      operation={operation}
      done={done}
      failed="Nothing was changed"
      onConfirm={send}
      onClose={onClose}
    >
      {means !== null && <p>{means}</p>}
      {collects && status === 'won' && (
        <Alert
          type="warning"
          showIcon
          title={`You won this dispute: Stripe has returned ${centsToDollars(amount)}. If you collect, the customer pays twice.`}
        />
      )}
      {collects && preview.isFetching && <p role="status">Loading the amount and card</p>}
      {collects && preview.isError && !preview.isFetching && (
        <Failure error={preview.error} otherwise="Couldn’t load the charge details" onRetry={() => void preview.refetch()} />
      )}
      {collects && previewed && (
        <p>
          {centsToDollars(previewed.amount)} will be charged now to <StoredCardName card={{ details: previewed.card, default: true }} />
        </p>
      )}
    </ActionDialog>
  );
}

function wordsOf(action: DisputeDialogProps['action'], amount: string): Words {
  switch (action) {
    case 'collect':
      return {
        title: 'Collect Dispute Amount',
        confirm: 'Collect',
        done: `${amount} was collected.`,
        means: null,
      };
    case 'uncollectable':
      return {
        title: 'Mark as Uncollectable',
        confirm: 'Mark as Uncollectable',
        done: 'Dispute marked as uncollectable.',
        means: `${amount} won’t be collected. The dispute moves to Written off and no longer counts. A note is added.`,
      };
    case 'restore':
      return {
        title: 'Undo Write-Off',
        confirm: 'Undo Write-Off',
        done: 'Write-off undone.',
        means: `${amount} can be collected again. The dispute returns to the list and the count.`,
      };
    case 'lost':
      return {
        title: 'Mark Lost',
        confirm: 'Mark Lost',
        done: 'Dispute marked as lost.',
        means: `The cardholder keeps ${amount}.`,
      };
    case 'won':
      return {
        title: 'Mark Won',
        confirm: 'Mark Won',
        done: 'Evidence submitted.',
        means: `Evidence for ${amount} will be submitted.`,
      };
  }
}
