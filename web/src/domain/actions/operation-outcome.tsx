import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { Failure } from '../../components/feedback/failure.tsx';
import type { CallFailure } from '../../lib/api/call-failure.ts';
import { isApprovalCanceled } from './use-operation.ts';

interface OperationOutcomeProps {
  /** The failure text, such as 'The note was not deleted'. */
  failed: string;
  operation: { busy: boolean; failure: CallFailure | null; unknown: boolean; check: () => Promise<boolean>; dialog: ReactNode };
}

/** Shows the outcome of an action that has no dialog: why it was rejected, or Check if it is unknown. Renders nothing after success. */
export function OperationOutcome({ failed, operation: { busy, failure, unknown, check, dialog } }: OperationOutcomeProps) {
  return (
    <>
      {failure && !unknown && !isApprovalCanceled(failure) && <Failure title={failed} error={failure} />}
      {unknown && !busy && (
        <Alert
          type="warning"
          showIcon
          title="Checking whether this went through"
          action={<Button onClick={() => void check()}>Check</Button>}
        />
      )}
      {dialog}
    </>
  );
}
