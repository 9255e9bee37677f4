import type { Device } from '@washdesk/contracts/device';
import { App, Button, Popconfirm } from 'antd';
import { messageOf } from '../../lib/api/call-failure.ts';
import { useRevokeDeviceMutation } from './admin-api.ts';

/** Takes a device out of service, after a question: whoever works there is signed out. */
export function RevokeButton({ device }: { device: Device }) {
  const [revoke, { isLoading }] = useRevokeDeviceMutation();
  const { notification } = App.useApp();
  const confirmed = async () => {
    const answer = await revoke({ params: { id: device.id } });
    if (answer.error) notification.error({ title: `${device.name} was not revoked`, description: messageOf(answer.error) });
    else notification.success({ title: `${device.name} is out of service` });
  };
  return (
    <Popconfirm
      title={`Revoke ${device.name}?`}
      description="Whoever is signed in there is signed out. It needs a new link to come back."
      okText="Revoke"
      okButtonProps={{ danger: true }}
      onConfirm={() => void confirmed()}
    >
      <Button danger size="small" loading={isLoading} aria-label={`Revoke ${device.name}`}>
        Revoke
      </Button>
    </Popconfirm>
  );
}
