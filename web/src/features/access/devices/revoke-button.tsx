import { Button, Popconfirm } from 'antd';
import styles from './devices.module.css';

interface RevokeButtonProps {
  name: string;
  busy: boolean;
  onRevoke: () => void;
}

/** Revokes a device after confirmation: its user is signed out. */
export function RevokeButton({ name, busy, onRevoke }: RevokeButtonProps) {
  return (
    <Popconfirm
      title={`Revoke ${name}?`}
      description="Anyone signed in on it is signed out. It needs a new link to be used again."
      placement="bottomRight"
      classNames={{ root: styles.question }}
      okText="Revoke"
      okButtonProps={{ danger: true }}
      onConfirm={onRevoke}
    >
      <Button danger loading={busy} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </Popconfirm>
  );
}
