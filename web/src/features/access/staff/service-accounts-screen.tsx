import { Button, Flex, Modal, Popconfirm, Select } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { createServiceAccount, type CreatedServiceAccount, type ServiceAccount } from '@washdesk/contracts/access/service-account';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { CopyField } from '../../../components/input/copy-field.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useSiteColumns } from '../../../domain/list-columns.tsx';
import { NetworksField, typedNetworks } from '../../../domain/networks/networks-field.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useLocationsQuery } from '../../../lib/startup-api.ts';
import { showToast } from '../../../lib/toasts.ts';
import { RolesField } from './roles-field.tsx';
import {
  useCreateServiceAccountMutation,
  useDeleteServiceAccountMutation,
  useServiceAccountsQuery,
  useTakeOverServiceAccountMutation,
} from './staff-api.ts';
import styles from './staff.module.css';

/** Programs that sign in with an id and a secret: sites' agents, and nightly report readers (docs/rules/access.md#programs). */
export function ServiceAccountsScreen() {
  const { data, error, refetch } = useServiceAccountsQuery();
  const [remove, removed] = useDeleteServiceAccountMutation();
  const [creating, setCreating] = useState(false);
  const [takeOver, taken] = useTakeOverServiceAccountMutation();
  const facts = useFacts();
  const self = useSession()?.user.employeeId ?? null;
  const own = async ({ client_id, servicename }: ServiceAccount): Promise<void> => {
    const { data: answer } = await takeOver({ params: { client_id } });
    if (answer) showToast(`${servicename} taken over`);
  };
  const take = async ({ client_id, servicename }: ServiceAccount): Promise<void> => {
    const { data: answer } = await remove({ params: { client_id } });
    if (answer) showToast(`${servicename} deleted`);
  };
  return (
    <Page
      title="Service accounts"
      actions={
        <Button type="primary" onClick={() => setCreating(true)}>
          Add a Service Account
        </Button>
      }
    >
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {taken.error && <Failure title="Couldn’t take over the service account" error={taken.error} />}
      {removed.error && <Failure title="Couldn’t delete the service account" error={removed.error} />}
      <Section flush>
        <DataTable
          file="service-accounts"
          rowKey="client_id"
          columns={[
            ...facts,
            actionsOf({
              busy: removed.isLoading,
              self,
              onDelete: (account) => void take(account),
              onTakeOver: (account) => void own(account),
            }),
          ]}
          rows={data?.serviceaccounts}
          failed={error !== undefined}
          empty="No service accounts yet"
        />
      </Section>
      {creating && <CreateDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function useFacts(): Column<ServiceAccount>[] {
  const { site, time } = useSiteColumns();
  const [now] = useState(() => serverNow().getTime());
  const siteOf = ({ site: at }: ServiceAccount): number | null => at;
  const isOver = ({ expires }: ServiceAccount): boolean => expires !== null && Date.parse(expires) <= now;
  return [
    { title: 'Service', dataIndex: 'servicename' },
    { title: 'Client id', dataIndex: 'client_id', value: idOf, render: (id: string) => <code className={styles.muted}>{id}</code> },
    { title: 'Permissions', dataIndex: 'permissions', render: (names: string[]) => names.join(', ') || 'Site agent' },
    site('Any'),
    { title: 'Addresses', dataIndex: 'addresses', render: (addresses: string[]) => addresses.join(', ') || 'Any' },
    { title: 'Owner', key: 'owner', render: (_, { owner }) => owner?.name ?? 'IT' },
    time('Until', ({ expires }) => secondsOf(expires), {
      siteOf,
      none: 'Never',
      render: (account) => (isOver(account) ? <StatusBadge tone="stop">Expired</StatusBadge> : null),
    }),
    time('Last used', ({ lastUsed }) => secondsOf(lastUsed), { siteOf, none: 'Never' }),
  ];
}

const idOf = ({ client_id: id }: ServiceAccount): string => id;
const secondsOf = (time: string | null): number | null => (time === null ? null : Date.parse(time) / 1_000);

const agentWarning = 'This is a site agent. Its gates, sales and printers work offline until it has a new account.';

interface Actions {
  busy: boolean;
  /** The signed-in person's employee number. */
  self: number | null;
  onDelete: (account: ServiceAccount) => void;
  onTakeOver: (account: ServiceAccount) => void;
}

const actionsOf = ({ busy, self, onDelete, onTakeOver }: Actions): Column<ServiceAccount> => ({
  title: 'Actions',
  key: 'actions',
  align: 'right',
  render: (_value, account) => (
    <Flex gap={8} justify="end" wrap>
      {account.owner?.number !== self && (
        <Button disabled={busy} aria-label={`Take over ${account.servicename}`} onClick={() => onTakeOver(account)}>
          Take Over
        </Button>
      )}
      <Popconfirm
        title={`Delete ${account.servicename}?`}
        description={
          account.permissions.length === 0 && account.site !== null
            ? agentWarning
            : 'Programs that use it stop working right away and need a new account.'
        }
        placement="bottomRight"
        classNames={{ root: styles.question }}
        okText="Delete"
        okButtonProps={{ danger: true }}
        onConfirm={() => onDelete(account)}
      >
        <Button danger disabled={busy} aria-label={`Delete ${account.servicename}`}>
          Delete
        </Button>
      </Popconfirm>
    </Flex>
  ),
});

const { servicePermissions, site, addresses } = createServiceAccount.body.shape;

/** Returns the end of that day in the browser's time. */
const endOf = (date: string): string => new Date(`${date}T23:59:59`).toISOString();

const typed = z
  .object({
    serviceName: z.string().regex(/\S/, 'Enter a service name'),
    servicePermissions: z.array(z.string()).min(1, 'Choose at least one role'),
    site: z.number().nullable(),
    addresses: typedNetworks.refine((list) => list.length > 0, 'Enter where it signs in from'),
    expires: z.string().min(1, 'Choose the last day').transform(endOf),
  })
  .pipe(
    z.object({
      serviceName: z.string(),
      servicePermissions,
      site: site.unwrap(),
      addresses,
      expires: z.string(),
    }),
  );

/** Creates an account; its secret is shown only once. */
function CreateDialog({ onClose }: { onClose: () => void }) {
  const [create, { data, error, isLoading }] = useCreateServiceAccountMutation();
  const { data: locations } = useLocationsQuery();
  const form = useZodForm({
    schema: typed,
    initial: { serviceName: '', servicePermissions: [], site: null, addresses: '', expires: '' },
    failure: isLoading ? null : error,
    onSubmit: (body) => void create({ body }),
  });
  const sites = locations?.locations.map(({ display_name, metadata }) => ({ value: Number(metadata.site), label: display_name }));
  return (
    <Modal open title={data ? 'Service account' : 'Add a service account'} footer={null} onCancel={onClose} mask={{ closable: false }}>
      {data ? (
        <Secret account={data} onDone={onClose} />
      ) : (
        <form className={styles.form} noValidate onSubmit={form.submit}>
          <TextField control={form.control} name="serviceName" label="Service" placeholder="Night report" maxLength={60} autoFocus />
          <RolesField control={form.control} name="servicePermissions" label="Permissions" />
          <FormField control={form.control} name="site" label="Site">
            {({ onChange, ...bound }) => (
              <Select
                {...bound}
                size="large"
                options={sites}
                placeholder="Any"
                allowClear
                onChange={(number: number | undefined) => onChange(number ?? null)}
              />
            )}
          </FormField>
          <NetworksField control={form.control} name="addresses" hint="Where it signs in from, such as 203.0.113.7 or 10.0.0.0/8." />
          <TextField control={form.control} name="expires" label="Last day" type="date" hint="At most a year from now." />
          {error && !isLoading && <Failure title="Error Creating new Service Account" error={error} />}
          <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
            Add Service Account
          </Button>
        </form>
      )}
    </Modal>
  );
}

function Secret({ account: { servicename, client_id, client_secret }, onDone }: { account: CreatedServiceAccount; onDone: () => void }) {
  return (
    <>
      <p>
        {servicename} signs in with this ID and secret. The secret <strong>won’t be shown again</strong>.
      </p>
      <div className={styles.form}>
        <CopyField label="Client id" text={client_id} />
        <CopyField label="Client secret" text={client_secret} autoFocus />
      </div>
      <Button type="primary" size="large" block className={styles.done} onClick={onDone}>
        Done
      </Button>
    </>
  );
}
