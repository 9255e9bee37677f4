import type { Generated } from 'kysely';
import type { PersonalTables } from '../personal-data.ts';

interface StaffTable {
  employee_number: number;
  name: string;
  roles: number;
  username: string | null;
  password_hash: string | null;
  pin_hash: string | null;
  /** The person who set the secret for this one, who must replace it at the next sign-in; null for their own. */
  pin_set_by: Generated<string | null>;
  password_set_by: Generated<string | null>;
  active: Generated<boolean>;
  /** Other names of the same person in Sitewatch, confirmed by an Admin. */
  other_names: Generated<string[]>;
  /** Whether a Sitewatch has had the person; false again after an Admin reactivated a former employee. */
  seen_in_sitewatch: Generated<boolean>;
  created: Date;
  changed: Date;
}

export interface DeviceTable {
  id: string;
  kind: string;
  name: string;
  site: number;
  terminal: string | null;
  secret_hash: Buffer;
  enrolled: Date;
  last_seen: Date | null;
  revoked: Date | null;
  /** When a tablet last polled for pending signatures, by the database's clock. */
  polled: Date | null;
  /** The terminal whose requests it showed then; null for all of its site. */
  polled_terminal: Generated<string | null>;
  /** The only addresses and networks where it may be used; empty for any. */
  networks: Generated<string[]>;
  /** When the cookie's secret became current, and when it was first used, in system time. */
  secret_since: Generated<Date | null>;
  secret_confirmed: Generated<Date | null>;
}

interface FormerDeviceSecretTable {
  hash: Buffer;
  device: string;
  replaced: Date;
  /** When its use was last reported. */
  reported: Generated<Date | null>;
}

/** Networks where a device has been used. */
interface DeviceNetworkTable {
  device: string;
  network: string;
  first_seen: Date;
}

export interface EnrolmentTable {
  id: string;
  token_hash: Buffer;
  kind: string;
  name: string;
  site: number;
  terminal: string | null;
  created_by: string;
  created: Date;
  expires: Date;
  device: string | null;
  used: Date | null;
}

interface ServiceAccountTable {
  client_id: string;
  name: string;
  secret_hash: string;
  roles: number;
  site: number | null;
  created: Date;
  revoked: Date | null;
  /** When it can no longer sign in, in system time. */
  expires: Date | null;
  /** The only addresses and networks it may sign in from; empty for any. */
  addresses: Generated<string[]>;
  /** The employee number of the Admin who answers for it. */
  owner: Generated<number | null>;
}

export interface SessionTable {
  id: string;
  kind: string;
  principal: string;
  employee_number: number | null;
  name: string;
  roles: number;
  device: string | null;
  site: number | null;
  location_id: string | null;
  terminal: string | null;
  created: Date;
  last_used: Date;
  expires: Date;
  ended: Date | null;
  ended_why: string | null;
  /** When a one-time code was entered at sign-in, in system time. */
  code_passed: Date | null;
  /** When the PIN or password was last entered, in system time. */
  pin_passed: Date | null;
}

interface PinAttemptTable {
  employee_number: number;
  device: string;
  since: Date;
  attempts: number;
}

/** Wrong one-time codes; `device` is an enrolled device's id, or `elsewhere` for all other browsers together. */
interface CodeAttemptTable {
  employee_number: number;
  device: string;
  since: Date;
  attempts: number;
}

export interface OneTimeCodeTable {
  employee_number: number;
  /** Encrypted. */
  secret: Buffer;
  created: Date;
  /** Null during setup. */
  confirmed: Date | null;
  /** The last 30 s step with a used code. */
  last_step: number | null;
}

interface RecoveryCodeTable {
  employee_number: number;
  hash: Buffer;
  used: Date | null;
}

export interface ApprovalTable {
  id: string;
  token_hash: Buffer;
  session: string;
  requester: string;
  approver: string;
  approver_name: string;
  approver_roles: number;
  endpoint: string;
  key: string;
  request_hash: Buffer;
  created: Date;
  expires: Date;
  used: Date | null;
  /** When the approver entered a one-time code for it, in system time. */
  code_passed: Date | null;
}

interface RefreshTokenTable {
  hash: Buffer;
  session: string;
  created: Date;
  rotated: Date | null;
}

declare module '../schema.ts' {
  interface Database {
    staff: StaffTable;
    pin_attempt: PinAttemptTable;
    code_attempt: CodeAttemptTable;
    one_time_code: OneTimeCodeTable;
    recovery_code: RecoveryCodeTable;
    device: DeviceTable;
    former_device_secret: FormerDeviceSecretTable;
    device_network: DeviceNetworkTable;
    enrolment: EnrolmentTable;
    service_account: ServiceAccountTable;
    session: SessionTable;
    refresh_token: RefreshTokenTable;
    approval: ApprovalTable;
  }
}

export const personalData = {
  staff: {
    plain: [
      'employee_number',
      'name',
      'roles',
      'username',
      'password_hash',
      'pin_hash',
      'active',
      'other_names',
      'seen_in_sitewatch',
      'created',
      'changed',
      'pin_set_by',
      'password_set_by',
    ],
  },
  pin_attempt: {
    plain: ['employee_number', 'device', 'since', 'attempts'],
  },
  code_attempt: {
    plain: ['employee_number', 'device', 'since', 'attempts'],
  },
  one_time_code: {
    plain: ['employee_number', 'secret', 'created', 'confirmed', 'last_step'],
  },
  recovery_code: {
    plain: ['employee_number', 'hash', 'used'],
  },
  device: {
    plain: [
      'id',
      'kind',
      'name',
      'site',
      'terminal',
      'secret_hash',
      'enrolled',
      'last_seen',
      'polled',
      'polled_terminal',
      'revoked',
      'networks',
      'secret_since',
      'secret_confirmed',
    ],
  },
  former_device_secret: {
    plain: ['hash', 'device', 'replaced', 'reported'],
  },
  device_network: {
    plain: ['device', 'network', 'first_seen'],
  },
  enrolment: {
    plain: ['id', 'token_hash', 'kind', 'name', 'site', 'terminal', 'created_by', 'created', 'expires', 'device', 'used'],
  },
  service_account: {
    plain: ['client_id', 'name', 'secret_hash', 'roles', 'site', 'addresses', 'created', 'expires', 'revoked', 'owner'],
  },
  session: {
    plain: [
      'id',
      'kind',
      'principal',
      'employee_number',
      'name',
      'roles',
      'device',
      'site',
      'location_id',
      'terminal',
      'code_passed',
      'created',
      'last_used',
      'expires',
      'ended',
      'pin_passed',
      'ended_why',
    ],
  },
  refresh_token: {
    plain: ['hash', 'session', 'created', 'rotated'],
  },
  approval: {
    plain: [
      'id',
      'token_hash',
      'session',
      'requester',
      'approver',
      'approver_name',
      'approver_roles',
      'endpoint',
      'key',
      'request_hash',
      'code_passed',
      'created',
      'expires',
      'used',
    ],
  },
} satisfies PersonalTables;
