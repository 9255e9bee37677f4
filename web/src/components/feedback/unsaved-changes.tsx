import { Button, Modal } from 'antd';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { KeyHint } from '../input/key-hint.tsx';
import { useDialogFocus } from './use-dialog-focus.ts';
import styles from './unsaved-changes.module.css';

/** Never blocked: signing out, or a session that has ended, leaves immediately. */
const waysOut: readonly string[] = [paths.login, paths.logout];

/** Asks before unsaved changes are lost by leaving a part of the screen, the screen or the page. */
export function UnsavedChanges({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker(({ nextLocation: { pathname } }) => unsaved && !waysOut.includes(pathname));
  useEffect(() => {
    if (!unsaved) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  if (blocker.state !== 'blocked') return null;
  return <LeaveQuestion onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />;
}

/** Asks whether unsaved changes may be discarded. */
export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { content, placeFocus } = useDialogFocus();
  return (
    <Modal open title="Leave without saving?" footer={null} width={420} afterOpenChange={placeFocus} onCancel={onStay}>
      <div ref={content}>
        <p>You have unsaved changes.</p>
        <div className={styles.buttons}>
          <Button size="large" type="primary" onClick={onStay}>
            Keep Editing
            <KeyHint>Esc</KeyHint>
          </Button>
          <Button size="large" danger onClick={onLeave}>
            Discard Changes
          </Button>
        </div>
      </div>
    </Modal>
  );
}
