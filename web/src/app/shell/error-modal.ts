import { Modal } from 'antd';
import { withoutMotion } from '../../components/tokens.ts';

/** Shows the dialog for an unexpected error (docs/rules/screens.md#failures). Ok and Esc call `onClosed`. */
export function showError(message: string, onClosed: () => void): void {
  Modal.error({ ...withoutMotion, title: 'An Error Has Occurred', content: message, okText: 'Ok', afterClose: onClosed });
}
