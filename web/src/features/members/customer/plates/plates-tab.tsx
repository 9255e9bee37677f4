import { Button, Table, type TableColumnsType } from 'antd';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { PlateOrTag } from '@washdesk/contracts/members/customer-sitewatch';
import { disableCode, enableCode } from '@washdesk/contracts/sites/sitewatch-member';
import { rowCards } from '../../../../components/data/row-cards.ts';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { OperationOutcome } from '../../../../domain/actions/operation-outcome.tsx';
import { useOperation } from '../../../../domain/actions/use-operation.ts';
import { vehicleOf } from '../../../../domain/customers/membership.ts';
import { SiteName } from '../../../../domain/sites/site-name.tsx';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import { useCustomerPlatesAndTagsQuery, useDisableCodeMutation, useEnableCodeMutation } from '../customer-screen-api.ts';
import { SitesMissing } from '../sites-missing.tsx';
import styles from '../sites-tab.module.css';

const isDisabled = ({ CODE }: PlateOrTag): boolean => CODE.includes('~');

/** The customer's codes at every site, with a switch for each. */
export function PlatesTab({ customer }: { customer: CustomerDetail }) {
  const answer = useCustomerPlatesAndTagsQuery({ params: { id: customer.id }, query: {} });
  const seesIds = useAtLeast('Admin');
  const { plate, tag } = vehicleOf(customer);
  const isActive = ({ CODE }: PlateOrTag): boolean => CODE === plate || CODE === tag;
  const columns: TableColumnsType<PlateOrTag> = [
    { title: 'Code', dataIndex: 'CODE' },
    { title: 'Site', key: 'site', width: 160, render: (_, { site }) => <SiteName site={site} /> },
    {
      title: 'State',
      key: 'state',
      width: 136,
      render: (_, code) =>
        isDisabled(code) ? <StatusBadge tone="neutral">Disabled</StatusBadge> : <StatusBadge tone="go">Enabled</StatusBadge>,
    },
    ...(seesIds
      ? [
          { title: 'Customer', dataIndex: 'CUSTOMER', width: 112 },
          { title: 'Object', dataIndex: 'OBJID', width: 112 },
        ]
      : []),
    {
      title: 'Switch',
      key: 'switch',
      width: 320,
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
              <Table
                {...rowCards(columns)}
                size="small"
                rowKey={({ CODE, OBJID, site }) => `${site} ${OBJID} ${CODE}`}
                dataSource={tags}
                pagination={{ pageSize: 25, hideOnSinglePage: true, showSizeChanger: false }}
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
