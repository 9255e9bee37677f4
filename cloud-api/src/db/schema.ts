import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type {
  ProviderCard,
  ProviderCustomer,
  ProviderLocation,
  ProviderPrice,
  ProviderProduct,
  ProviderSchedule,
  ProviderSubscription,
} from './provider-objects.ts';

type Json<T extends object> = JSONColumnType<T>;
/** PostgreSQL's bigint: read as a number, which our sequences never outgrow (db/pool.ts sets the parser). */
type BigCount = ColumnType<number, number, number>;

export interface SiteTable {
  number: number;
  name: string;
  state: string;
  time_zone: string;
  location_id: string | null;
}
export interface SiteAgentTable {
  site: number;
  online: boolean;
  boot: string | null;
  version: string | null;
  roster_seq: ColumnType<number, number | undefined, number>;
  changed: Date;
}
export interface SiteJournalTable {
  site: number;
  journal: string;
  last_seq: BigCount;
}
export interface SiteDeviceTable {
  site: number;
  id: string;
  kind: string;
  name: string;
  lane: number | null;
  health: string;
  reason: string | null;
  since: Date;
  terminals: Generated<string[]>;
}
export interface SiteEmployeeTable {
  site: number;
  number: number;
  first_name: string;
  last_name: string;
  active: boolean;
  seen: Date;
}
export interface SiteTerminalTable {
  site: number;
  name: string;
  type: string;
  ip_address: string | null;
}
export interface StaffTable {
  employee_number: number;
  name: string;
  roles: number;
  username: string | null;
  password_hash: string | null;
  pin_hash: string | null;
  active: Generated<boolean>;
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
export interface ServiceAccountTable {
  client_id: string;
  name: string;
  secret_hash: string;
  roles: number;
  site: number | null;
  created: Date;
  revoked: Date | null;
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
}
export interface RefreshTokenTable {
  hash: Buffer;
  session: string;
  created: Date;
  rotated: Date | null;
}

/** What every mirror table has: the provider's object as last read, and when in the order of reads that was. */
export interface MirrorColumns<T extends object> {
  id: string;
  object: Json<T>;
  read_seq: BigCount;
  deleted_at: Date | null;
}
export interface MirrorCustomerTable extends MirrorColumns<ProviderCustomer> {
  created: Date;
  name: string | null;
  email: string | null;
  phone: string | null;
  plate: string | null;
  tag: string | null;
  search: string;
}
export interface MirrorPriceTable extends MirrorColumns<ProviderPrice> {
  product: string;
}
export interface MirrorSubscriptionTable extends MirrorColumns<ProviderSubscription> {
  customer: string;
  status: string;
  price: string | null;
  schedule: string | null;
  created: Date;
  period_end: Date | null;
}
export interface MirrorScheduleTable extends MirrorColumns<ProviderSchedule> {
  customer: string;
  subscription: string | null;
  status: string;
}
export interface MirrorPaymentMethodTable extends MirrorColumns<ProviderCard> {
  customer: string | null;
  brand: string | null;
  last4: string | null;
}
export interface CustomerCodeTable {
  code: string;
  customer: string;
  source: string;
}
export interface CodeClaimTable {
  code: string;
  customer: string;
  deed: string | null;
  claimed: Date;
}
export interface UsageTable {
  id: string;
  customer: string;
  subscription: string | null;
  code: string;
  plan_name: string;
  site: number;
  terminal: string | null;
  employee: number | null;
  source: string;
  price_increase: Generated<boolean>;
  overlap: Generated<boolean>;
  sale_id: number | null;
  at: Date;
}
export interface UsageMonthTable {
  customer: string;
  year: number;
  month: number;
  plan_name: string;
  returns: number;
}
export interface RosterEntryTable {
  code: string;
  seq: BigCount;
  customer: string;
  name: string | null;
  subscription: string | null;
  schedule: string | null;
  plan_name: string | null;
  product_class: string | null;
  status: string;
  period_end: Date | null;
  good_until: Date | null;
  price_increase: boolean;
  groups: string[];
  removed: boolean;
}
export interface AnswerTable {
  principal: string;
  route: string;
  key: string;
  request_hash: Buffer;
  status: number;
  body: Json<Record<string, unknown>>;
  created: Date;
}
export interface ObligationTable {
  id: string;
  kind: string;
  what: string;
  key: string;
  site: number | null;
  customer: string | null;
  payload: Json<Record<string, unknown>>;
  state: string;
  attempts: Generated<number>;
  due: Date;
  deadline: Date;
  claimed_until: Date | null;
  last_error: string | null;
  result: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  created: Date;
  settled: Date | null;
}
export interface GateCommandTable {
  id: string;
  site: number;
  gate: string;
  principal: string;
  employee: number | null;
  reason: string | null;
  asked: Date;
  result: string | null;
  detail: string | null;
  answered: Date | null;
}
export interface PrintJobTable {
  id: string;
  site: number;
  printer: string;
  kind: string;
  subject: string;
  state: string;
  reason: string | null;
  asked: Date;
  answered: Date | null;
}
export interface SettingTable {
  name: string;
  value: ColumnType<unknown, string, string>;
  changed: Date;
  changed_by: string | null;
}
export interface FlagTable {
  name: string;
  description: string;
  value: boolean;
  position: number;
}
export interface PromoTable {
  id: number;
  description: string;
  active: boolean;
}
export interface NoteTable {
  id: string;
  customer: string;
  note: string;
  attention: boolean;
  agent: string;
  created: Date;
}
export interface ClientErrorTable {
  id: string;
  at: Date;
  message: string;
  stack: string | null;
  component_stack: string | null;
  path: string | null;
  principal: string | null;
  device: string | null;
}
export interface AuditTable {
  id: string;
  at: Date;
  actor: string;
  site: number | null;
  device: string | null;
  action: string;
  subject: string;
  before: ColumnType<unknown, string | null, never>;
  after: ColumnType<unknown, string | null, never>;
  why: string | null;
  request_id: string | null;
}

/** The database as its migrations leave it; table by table, singular snake_case. */
export interface Database {
  site: SiteTable;
  site_agent: SiteAgentTable;
  site_journal: SiteJournalTable;
  site_device: SiteDeviceTable;
  site_employee: SiteEmployeeTable;
  site_terminal: SiteTerminalTable;
  staff: StaffTable;
  device: DeviceTable;
  enrolment: EnrolmentTable;
  service_account: ServiceAccountTable;
  session: SessionTable;
  refresh_token: RefreshTokenTable;
  mirror_customer: MirrorCustomerTable;
  mirror_product: MirrorColumns<ProviderProduct>;
  mirror_price: MirrorPriceTable;
  mirror_subscription: MirrorSubscriptionTable;
  mirror_schedule: MirrorScheduleTable;
  mirror_payment_method: MirrorPaymentMethodTable;
  mirror_location: MirrorColumns<ProviderLocation>;
  customer_code: CustomerCodeTable;
  code_claim: CodeClaimTable;
  usage: UsageTable;
  usage_month: UsageMonthTable;
  roster_entry: RosterEntryTable;
  answer: AnswerTable;
  obligation: ObligationTable;
  gate_command: GateCommandTable;
  print_job: PrintJobTable;
  setting: SettingTable;
  flag: FlagTable;
  promo: PromoTable;
  note: NoteTable;
  client_error: ClientErrorTable;
  audit: AuditTable;
}
