import { Button } from 'antd';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { PlateOrTag } from '@washdesk/contracts/members/customer-sitewatch';
import { disableCode, enableCode } from '@washdesk/contracts/sites/sitewatch-member';
import type { Column } from '../../../../components/data/columns.ts';
import { DataTable } from '../../../../components/data/data-table.tsx';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { OperationOutcome } from '../../../../domain/actions/operation-outcome.tsx';
import { useOperation } from '../../../../domain/actions/use-operation.ts';
import { vehicleOf } from '../../../../domain/customers/membership.ts';
import { useSiteColumns } from '../../../../domain/list-columns.tsx';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import { useCustomerPlatesAndTagsQuery, useDisableCodeMutation, useEnableCodeMutation } from '../customer-screen-api.ts';
import { SitesMissing } from '../sites-missing.tsx';
import styles from '../sites-tab.module.css';

const ids: Column<PlateOrTag>[] = [
  { title: 'Customer', dataIndex: 'CUSTOMER' },
  { title: 'Object', dataIndex: 'OBJID' },
];

const isDisabled = ({ CODE }: PlateOrTag): boolean => CODE.includes('~');

/** The customer's codes at every site, with a switch for each. */
export function PlatesTab({ customer }: { customer: CustomerDetail }) {
  const answer = useCustomerPlatesAndTagsQuery({ params: { id: customer.id }, query: {} });
  const seesIds = useAtLeast('Admin');
  const { plate, tag } = vehicleOf(customer);
  const siteColumns = useSiteColumns();
  const isActive = ({ CODE }: PlateOrTag): boolean => CODE === plate || CODE === tag;
  const columns: Column<PlateOrTag>[] = [
    { title: 'Code', dataIndex: 'CODE', card: 'title' },
    siteColumns.site<PlateOrTag>(),
    {
      title: 'State',
      key: 'state',
      card: 'end',
      value: (code) => (isDisabled(code) ? 'Disabled' : 'Enabled'),
      render: (_, code) =>
        isDisabled(code) ? <StatusBadge tone="neutral">Disabled</StatusBadge> : <StatusBadge tone="go">Enabled</StatusBadge>,
    },
    ...(seesIds ? ids : []),
    {
      title: 'Switch',
      key: 'actions',
      align: 'right',
      render: (_, code) => <Switch code={code} active={isActive(code)} />,
    },
  ];
  return (
    <Loaded what="plates and tags" answer={answer}>
      {({ tags, sitewatchid, missing, count }) => (
        <div className={styles.tab}>
          <SitesMissing missing={missing} />
          {seesIds && sitewatchid !== null && <p className={styles.note}>{`Customer ${sitewatchid} in Sitewatch`}</p>}
          {count === 0 ? (
            <NothingFound>No Plates Or Tags Found</NothingFound>
          ) : (
            <Section flush>
              <DataTable
                columns={columns}
                rowKey={({ CODE, OBJID, site }) => `${site} ${OBJID} ${CODE}`}
                rows={tags}
                file="plates-and-tags"
                empty="Nothing found"
              />
            </Section>
          )}
        </div>
      )}
    </Loaded>
  );
}

/** Switches one code at its site. The customer's current plate or tag cannot be switched off. */
function Switch({ code, active }: { code: PlateOrTag; active: boolean }) {
  const [enable] = useEnableCodeMutation();
  const [disable] = useDisableCodeMutation();
  const enabling = useOperation(enableCode, enable, () => undefined);
  const disabling = useOperation(disableCode, disable, () => undefined);
  const { OBJID: objid, CODE, site } = code;
  if (objid === null) return null;
  const disabled = isDisabled(code);
  if (active && !disabled) return <span className={styles.why}>In use for washes</span>;
  const operation = disabled ? enabling : disabling;
  const name = `${disabled ? 'Enable' : 'Disable'} ${CODE.replaceAll('~', '')}`;
  return (
    <>
      <Button
        aria-label={name}
        loading={operation.busy}
        disabled={operation.unknown}
        onClick={() => void operation.send({ body: { customer_code_objid: objid, site } }, name)}
      >
        {disabled ? 'Enable' : 'Disable'}
      </Button>
      <OperationOutcome failed={disabled ? 'Couldn’t enable the code' : 'Couldn’t disable the code'} operation={operation} />
    </>
  );
}
