import { Modal } from 'antd';

/** An error comes and goes at once. */
const withoutMotion = { transitionName: '', maskTransitionName: '' };

/** The generic modal (front-desk section 8). `onClosed` comes by Ok and by Esc. */
export function showError(message: string, onClosed: () => void): void {
  Modal.error({ ...withoutMotion, title: 'An Error Has Occurred', content: message, okText: 'Ok', afterClose: onClosed });
}
