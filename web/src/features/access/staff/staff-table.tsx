import { Button, Popconfirm } from 'antd';
import type { StaffMember } from '@washdesk/contracts/access/one-time-code';
import { namesOfRoles } from '@washdesk/rules/company/roles';
import { counted } from '@washdesk/rules/text/counts';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { badgeColumn } from '../../../domain/list-columns.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import type { Tone } from '../../../domain/status/tone.ts';
import { known } from '../../../lib/api/newer-cloud.ts';
import styles from './staff.module.css';

/** An Admin's action on a person. */
export interface StaffChoice {
  action: 'unlock' | 'resetCode' | 'roles' | 'secret' | 'activate' | 'deactivate' | 'same' | 'new';
  person: StaffMember;
}

interface StaffTableProps {
  staff: readonly StaffMember[];
  /** The text for an empty table. */
  nothing: string;
  loading: boolean;
  busy: boolean;
  onChoose: (wanted: StaffChoice) => void;
}

const codes: Record<StaffMember['code'], string> = { not_needed: 'Not needed', missing: 'Not set up', set: 'Set up' };

const facts: Column<StaffMember>[] = [
  { title: 'Number', dataIndex: 'number', align: 'right' },
  {
    title: 'Name',
    dataIndex: 'name',
    card: 'title',
    text: ({ name, sitewatchName }) => (sitewatchName === null ? name : `${name} (${inSitewatch(sitewatchName)})`),
    render: (_value, person) => <StaffName person={person} />,
  },
  { title: 'Roles', dataIndex: 'roles', render: (roles: number) => namesOfRoles(roles).join(', ') },
  { title: 'Username', dataIndex: 'username', render: (username: string | null) => username ?? 'None' },
  { title: 'PIN', dataIndex: 'hasPin', render: (has: boolean) => (has ? 'Set' : 'None') },
  { title: 'One-time codes', dataIndex: 'code', render: (code: StaffMember['code']) => known(codes, code, 'Unknown') },
  badgeColumn('State', stateOf),
];

export function StaffTable({ staff, nothing, loading, busy, onChoose }: StaffTableProps) {
  const actions: Column<StaffMember> = {
    title: 'Actions',
    key: 'actions',
    align: 'right',
    render: (_value, person) => (
      <span className={styles.actions}>
        {person.sitewatchName !== null && <IdentityChoice person={person} busy={busy} onChoose={onChoose} />}
        <Button disabled={busy} aria-label={`Roles of ${person.name}`} onClick={() => onChoose({ action: 'roles', person })}>
          Roles
        </Button>
        <Button disabled={busy} aria-label={`PIN or password of ${person.name}`} onClick={() => onChoose({ action: 'secret', person })}>
          PIN or Password
        </Button>
        {person.locked > 0 && (
          <Button disabled={busy} aria-label={`Unlock ${person.name}`} onClick={() => onChoose({ action: 'unlock', person })}>
            Unlock
          </Button>
        )}
        {person.codeSince !== null && (
          <Popconfirm
            title={`Reset the one-time codes of ${person.name}?`}
            description="This person is signed out everywhere and sets up new codes at the next sign-in."
            placement="bottomRight"
            classNames={{ root: styles.question }}
            okText="Reset"
            okButtonProps={{ danger: true }}
            onConfirm={() => onChoose({ action: 'resetCode', person })}
          >
            <Button danger disabled={busy} aria-label={`Reset Codes of ${person.name}`}>
              Reset Codes
            </Button>
          </Popconfirm>
        )}
        {person.active ? (
          <Popconfirm
            title={`Deactivate ${person.name}?`}
            description="This person is signed out everywhere and can’t sign in, not even as a cashier."
            placement="bottomRight"
            classNames={{ root: styles.question }}
            okText="Deactivate"
            okButtonProps={{ danger: true }}
            onConfirm={() => onChoose({ action: 'deactivate', person })}
          >
            <Button danger disabled={busy} aria-label={`Deactivate ${person.name}`}>
              Deactivate
            </Button>
          </Popconfirm>
        ) : (
          <Button disabled={busy} aria-label={`Activate ${person.name}`} onClick={() => onChoose({ action: 'activate', person })}>
            Activate
          </Button>
        )}
      </span>
    ),
  };
  return (
    <DataTable filter={false} file="users" rowKey="number" columns={[...facts, actions]} rows={staff} busy={loading} empty={nothing} />
  );
}

const inSitewatch = (name: string): string => `${name} in Sitewatch`;

function StaffName({ person: { name, sitewatchName } }: { person: StaffMember }) {
  if (sitewatchName === null) return <>{name}</>;
  return (
    <>
      {name} <StatusBadge tone="stop">{inSitewatch(sitewatchName)}</StatusBadge>
    </>
  );
}

/** Asks who bears a number that has another name in Sitewatch. */
function IdentityChoice({ person, busy, onChoose }: Pick<StaffTableProps, 'busy' | 'onChoose'> & { person: StaffMember }) {
  const { name, number, sitewatchName } = person;
  return (
    <>
      <Popconfirm
        title={`Is ${sitewatchName} the same person as ${name}?`}
        description={`${sitewatchName} gets all roles of ${name} at the register.`}
        placement="bottomRight"
        classNames={{ root: styles.question }}
        okText="Same Person"
        onConfirm={() => onChoose({ action: 'same', person })}
      >
        <Button disabled={busy} aria-label={`Same person as ${name}`}>
          Same Person
        </Button>
      </Popconfirm>
      <Popconfirm
        title={`Did ${sitewatchName} take over number ${number}?`}
        description={`${name} loses roles, PIN, password and one-time codes. ${sitewatchName} becomes a cashier.`}
        placement="bottomRight"
        classNames={{ root: styles.question }}
        okText="New Person"
        okButtonProps={{ danger: true }}
        onConfirm={() => onChoose({ action: 'new', person })}
      >
        <Button danger disabled={busy} aria-label={`New person instead of ${name}`}>
          New Person
        </Button>
      </Popconfirm>
    </>
  );
}

function stateOf({ active, locked }: StaffMember): { tone: Tone; words: string } {
  if (!active) return { tone: 'neutral', words: 'Deactivated' };
  return locked > 0 ? { tone: 'stop', words: `Locked at ${counted(locked, 'place')}` } : { tone: 'go', words: 'Active' };
}
