import { Button, Modal, Segmented } from 'antd';
import { useState } from 'react';
import { OwnSecretForm } from '../../../domain/secrets/own-secret-form.tsx';
import { useCurrentDeviceQuery } from '../../../lib/startup-api.ts';
import { showToast } from '../../../lib/toasts.ts';
import styles from './profile.module.css';

type Kind = 'pin' | 'password';

/** Changes the signed-in person's PIN, at an enrolled device, or password. */
export function OwnSecret({ employee }: { employee: number }) {
  const [open, setOpen] = useState(false);
  const { data: current } = useCurrentDeviceQuery();
  const isAtDevice = current?.device != null;
  const [kind, setKind] = useState<Kind | null>(null);
  const shown = kind ?? (isAtDevice ? 'pin' : 'password');
  const done = (): void => {
    setOpen(false);
    showToast(shown === 'pin' ? 'PIN changed. Other sessions of yours ended.' : 'Password changed. Other sessions of yours ended.');
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Change PIN or Password</Button>
      {open && (
        <Modal open title="Change PIN or password" footer={null} onCancel={() => setOpen(false)} mask={{ closable: false }}>
          <div className={styles.secret}>
            <Segmented<Kind>
              size="large"
              block
              aria-label="What to change"
              options={[
                { value: 'pin', label: 'PIN', disabled: !isAtDevice },
                { value: 'password', label: 'Password' },
              ]}
              value={shown}
              onChange={setKind}
            />
            {shown === 'pin' ? (
              <OwnSecretForm key="pin" owner={{ employee }} onChanged={done} />
            ) : (
              <OwnSecretForm key="password" owner={{}} onChanged={done} />
            )}
          </div>
        </Modal>
      )}
    </>
  );
}
