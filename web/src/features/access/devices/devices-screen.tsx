import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { Device } from '@washdesk/contracts/access/device';
import { matchesWords } from '@washdesk/rules/text/matches-words';
import { ListFilter } from '../../../components/data/list-filter.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useSiteNames } from '../../../domain/sites/site-name.tsx';
import { known } from '../../../lib/api/newer-cloud.ts';
import { showToast } from '../../../lib/toasts.ts';
import { deviceKinds } from './device-kinds.ts';
import { useDevicesQuery, useRevokeDeviceMutation, useCreateEnrolmentMutation } from './devices-api.ts';
import { DevicesTable } from './devices-table.tsx';
import { EnrolmentForm } from './enrolment-form.tsx';
import { EnrolmentLink } from './enrolment-link.tsx';
import { NetworksDialog } from './networks-dialog.tsx';

/** Registers, tablets and lane boards: creates one-time links and revokes devices (docs/rules/access.md#devices). */
export function DevicesScreen() {
  const { data, error, refetch } = useDevicesQuery();
  const [revoke, revoked] = useRevokeDeviceMutation();
  const [enrolling, setEnrolling] = useState(false);
  const [limiting, setLimiting] = useState<Device | null>(null);
  const [search, setSearch] = useState('');
  const siteName = useSiteNames();
  const found = data?.devices.filter(({ name, kind, site, terminal }) =>
    matchesWords(search, [name, known(deviceKinds, kind, 'Unknown'), siteName(site), terminal]),
  );
  const take = async ({ id, name }: Device): Promise<void> => {
    const { data: answer } = await revoke({ params: { id } });
    if (answer) showToast(`${name} is out of service`);
  };
  return (
    <Page
      title="Devices"
      actions={
        <Button type="primary" onClick={() => setEnrolling(true)}>
          Enroll a Device
        </Button>
      }
    >
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {revoked.error && <Failure title="Couldn’t revoke the device" error={revoked.error} />}
      <ListFilter label="Find a device" placeholder="Name, kind, site or terminal" value={search} onChange={setSearch} />
      <Section flush>
        <DevicesTable
          devices={found}
          nothing={search.trim() === '' ? 'No devices enrolled yet' : `No devices match “${search.trim()}”`}
          failed={error !== undefined}
          revoking={revoked.isLoading ? (revoked.originalArgs?.params.id ?? null) : null}
          onLimit={setLimiting}
          onRevoke={(device) => void take(device)}
        />
      </Section>
      {limiting && (
        <NetworksDialog
          device={limiting}
          onClose={() => setLimiting(null)}
          onDone={(words) => {
            setLimiting(null);
            showToast(words);
          }}
        />
      )}
      {enrolling && <EnrolmentDialog onClose={() => setEnrolling(false)} />}
    </Page>
  );
}

/** Creates a one-time link from the new device's data; the link is shown only once. */
function EnrolmentDialog({ onClose }: { onClose: () => void }) {
  const [create, { data, error, isLoading }] = useCreateEnrolmentMutation();
  return (
    <Modal open title={data ? 'Enrollment link' : 'Enroll a device'} footer={null} onCancel={onClose} mask={{ closable: false }}>
      {data ? (
        <EnrolmentLink link={data.link} expires={data.expires} onDone={onClose} />
      ) : (
        <EnrolmentForm busy={isLoading} error={isLoading ? null : error} onCreate={(body) => void create({ body })} />
      )}
    </Modal>
  );
}
