import { Modal } from 'antd';
import { Failure } from '../../components/feedback/failure.tsx';
import { withoutMotion } from '../../components/tokens.ts';
import { isCallFailure, messageOf } from '../../lib/api/call-failure.ts';

/** Shows the dialog for an unexpected error (docs/rules/screens.md#failures). Ok and Esc call `onClosed`. */
export function showError(error: unknown, onClosed: () => void): void {
  const content = isCallFailure(error) ? <Failure error={error} /> : messageOf(error);
  Modal.error({ ...withoutMotion, title: 'An Error Has Occurred', content, okText: 'Ok', afterClose: onClosed });
}
