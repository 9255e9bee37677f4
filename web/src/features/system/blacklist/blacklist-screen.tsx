import { Button, Modal } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { blockAddress } from '@washdesk/contracts/system/blacklist';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useSiteColumns } from '../../../domain/list-columns.tsx';
import type { CallFailure } from '../../../lib/api/call-failure.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useBlacklistQuery, useBlockAddressMutation, useUnblockAddressMutation } from './blacklist-api.ts';
import styles from './blacklist.module.css';

interface Blocked {
  ip: string;
  since: number;
}

/** Blocked IP addresses, which receive only 403 (docs/rules/company.md#blacklist). */
export function BlacklistScreen() {
  const { data, error, refetch } = useBlacklistQuery();
  const { time } = useSiteColumns();
  const [unblock, unblocked] = useUnblockAddressMutation();
  const letIn = async (ip: string): Promise<void> => {
    const { data: answer } = await unblock({ params: { ip } });
    if (answer) showToast(`${ip} unblocked`);
  };
  return (
    <Page title="Blacklist">
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {unblocked.error && <Failure title="Couldn’t unblock the address" error={unblocked.error} />}
      <BlockForm />
      <Section flush>
        <DataTable
          file="blacklist"
          rowKey="ip"
          columns={[address, time<Blocked>('Blocked since', ({ since }) => since), actionsOf(unblocked.isLoading, (ip) => void letIn(ip))]}
          rows={data && Object.entries(data.blacklist).map(([ip, since]) => ({ ip, since }))}
          failed={error !== undefined}
          empty="No blocked addresses"
        />
      </Section>
    </Page>
  );
}

const address: Column<Blocked> = { title: 'Address', dataIndex: 'ip', value: ({ ip }) => ip, render: (ip: string) => <code>{ip}</code> };

const actionsOf = (busy: boolean, onUnblock: (ip: string) => void): Column<Blocked> => ({
  title: 'Actions',
  key: 'actions',
  align: 'right',
  render: (_value, { ip }) => (
    <Button disabled={busy} aria-label={`Unblock ${ip}`} onClick={() => onUnblock(ip)}>
      Unblock
    </Button>
  ),
});

const typed = z.object({ ip: z.string() }).pipe(z.object({ ip: blockAddress.body.shape.ip }));

/** Blocks an address; one used by a register or an agent needs a confirmation. */
function BlockForm() {
  const [block, { error, isLoading }] = useBlockAddressMutation();
  const [used, setUsed] = useState<{ ip: string; why: string } | null>(null);
  const shutOut = async (ip: string, confirmed: boolean): Promise<void> => {
    const answer = await block({ body: { ip, confirmed } });
    const failure = answer.error as CallFailure | undefined;
    setUsed(failure?.code === 'address_in_use' ? { ip, why: failure.message } : null);
    if (!answer.data) return;
    form.reset();
    showToast(`${ip} blocked`);
  };
  const form = useZodForm({
    schema: typed,
    initial: { ip: '' },
    failure: isLoading ? null : error,
    // an empty address is ignored
    onSubmit: ({ ip }) => (ip === '' ? undefined : shutOut(ip, false)),
  });
  return (
    <form className={styles.line} noValidate onSubmit={form.submit}>
      <TextField control={form.control} name="ip" label="Address or network" placeholder="203.0.113.7" maxLength={49} />
      <Button type="primary" danger htmlType="submit" size="large" loading={isLoading}>
        Block Address
      </Button>
      {error && !isLoading && used === null && <Failure title="Couldn’t block the address" error={error} />}
      {used !== null && (
        <Modal
          open
          title={`Block ${used.ip}?`}
          okText="Block"
          okButtonProps={{ danger: true, loading: isLoading }}
          onOk={() => void shutOut(used.ip, true)}
          onCancel={() => setUsed(null)}
        >
          <p>{used.why}. Blocking it stops everything there: sign-ins, sales and gates.</p>
        </Modal>
      )}
    </form>
  );
}
