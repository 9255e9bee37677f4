import { Button, Modal } from 'antd';
import { z } from 'zod';
import { setDeviceNetworks, type Device } from '@washdesk/contracts/access/device';
import { Failure } from '../../../components/feedback/failure.tsx';
import { NetworksField, typedNetworks } from '../../../domain/networks/networks-field.tsx';
import { useSeen } from '../../../lib/forms/use-seen.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useSetDeviceNetworksMutation } from './devices-api.ts';
import styles from './devices.module.css';

const typed = z.object({ networks: typedNetworks }).pipe(setDeviceNetworks.body);

interface NetworksDialogProps {
  device: Device;
  onClose: () => void;
  /** Receives the success message. */
  onDone: (words: string) => void;
}

/** Sets the only addresses where a device may be used. */
export function NetworksDialog({ device: { id, name, networks }, onClose, onDone }: NetworksDialogProps) {
  const [save, { error, isLoading }] = useSetDeviceNetworksMutation();
  const seen = useSeen({ networks });
  const { control, submit } = useZodForm({
    schema: typed,
    initial: { networks: networks.join('\n') },
    failure: isLoading ? null : error,
    onSubmit: async (body) => {
      const { data, error: refused } = await save({ params: { id }, body: { networks: body.networks, was: seen.was.networks } });
      seen.refused(refused);
      if (data)
        onDone(body.networks.length === 0 ? `${name} can be used anywhere` : `${name} can be used only at ${body.networks.join(', ')}`);
    },
  });
  return (
    <Modal open title={`Addresses of ${name}`} footer={null} onCancel={onClose} mask={{ closable: false }}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <NetworksField
          control={control}
          name="networks"
          hint="Where it can be used, such as 203.0.113.7 or 203.0.113.0/24. Elsewhere it counts as not enrolled. Empty for anywhere."
        />
        {error && !isLoading && <Failure title="Couldn’t save the addresses" error={error} />}
        <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
          Save Addresses
        </Button>
      </form>
    </Modal>
  );
}
