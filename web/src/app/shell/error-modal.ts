import { Modal } from 'antd';
import { withoutMotion } from '../../components/tokens.ts';

/** The dialog for an error that no screen expected (docs/rules/screens.md#failures). `onClosed` is called by Ok and by Esc. */
export function showError(message: string, onClosed: () => void): void {
  Modal.error({ ...withoutMotion, title: 'An Error Has Occurred', content: message, okText: 'Ok', afterClose: onClosed });
}
