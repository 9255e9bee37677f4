import type { ProviderLocation, ProviderProduct } from './provider-objects.ts';
import type { DisputeEvidenceTable } from './tables/disputes.ts';
import type { JobTable } from './tables/jobs.ts';
import type { AnswerTable, GateCommandTable, UsageTable, UsageMonthTable, RosterEntryTable } from './tables/lanes.ts';
import type {
  MirrorColumns,
  MirrorCustomerTable,
  MirrorPriceTable,
  MirrorSubscriptionTable,
  MirrorScheduleTable,
  MirrorPaymentMethodTable,
  MirrorChargeTable,
  MirrorInvoiceTable,
  MirrorRefundTable,
  MirrorPaymentIntentTable,
  MirrorDisputeTable,
  CustomerCodeTable,
  CodeClaimTable,
  ProviderEventTable,
  UnknownEventTable,
  ReconcileTable,
} from './tables/mirror.ts';
import type { PriceRangeTable, ReasonTable } from './tables/lists.ts';
import type { LoyaltyCardTable, LoyaltyMemberTable } from './tables/loyalty.ts';
import type { MessageOptOutTable, MessageTable } from './tables/messages.ts';
import type {
  ApprovalTable,
  CodeAttemptTable,
  OneTimeCodeTable,
  PinAttemptTable,
  RecoveryCodeTable,
  StaffTable,
  DeviceTable,
  EnrolmentTable,
  ServiceAccountTable,
  SessionTable,
  RefreshTokenTable,
} from './tables/people.ts';
import type { MemberSpanTable, MonthMovementTable, MonthNumberTable, NumberRunTable } from './tables/numbers.ts';
import type { DerivedKeyTable, MovedMoneyTable, OperationTable } from './tables/operations.ts';
import type { PlanSaleTable, PlanSaleWeekTable } from './tables/plan-sales.ts';
import type { IncreaseNoticeTable, PriceIncreaseMemberTable, PriceIncreaseTable } from './tables/price-increases.ts';
import type { PrintJobTable, ReceiptTable } from './tables/receipts.ts';
import type {
  SettingTable,
  FlagTable,
  PromoTable,
  NoteTable,
  BlacklistTable,
  ClientErrorTable,
  ClientMetricTable,
  AuditTable,
  AuditSealTable,
} from './tables/settings.ts';
import type { SignatureTable } from './tables/signatures.ts';
import type { SitewatchLinkTable } from './tables/sitewatch-links.ts';
import type { SiteTable, SiteAgentTable, SiteJournalTable, SiteDeviceTable, SiteEmployeeTable, SiteTerminalTable } from './tables/sites.ts';
import type {
  CustomerManyCodesTable,
  GiftCardDeductionTable,
  ManyCodesCountTable,
  WashCouponTable,
  OnlineAttemptTable,
  SiteListTable,
  SitewatchCodeCopyTable,
  SitewatchCodeTable,
  SitewatchCopyTable,
  SitewatchSaleTable,
} from './tables/sitewatch.ts';

/** The database as its migrations leave it; table by table, singular snake_case. */
export interface Database {
  site: SiteTable;
  site_agent: SiteAgentTable;
  site_journal: SiteJournalTable;
  site_device: SiteDeviceTable;
  site_employee: SiteEmployeeTable;
  site_terminal: SiteTerminalTable;
  site_list: SiteListTable;
  sitewatch_copy: SitewatchCopyTable;
  sitewatch_sale: SitewatchSaleTable;
  sitewatch_code: SitewatchCodeTable;
  sitewatch_code_copy: SitewatchCodeCopyTable;
  customer_many_codes: CustomerManyCodesTable;
  many_codes_count: ManyCodesCountTable;
  online_attempt: OnlineAttemptTable;
  gift_card_deduction: GiftCardDeductionTable;
  wash_coupon: WashCouponTable;
  staff: StaffTable;
  pin_attempt: PinAttemptTable;
  code_attempt: CodeAttemptTable;
  one_time_code: OneTimeCodeTable;
  recovery_code: RecoveryCodeTable;
  device: DeviceTable;
  enrolment: EnrolmentTable;
  service_account: ServiceAccountTable;
  session: SessionTable;
  refresh_token: RefreshTokenTable;
  approval: ApprovalTable;
  mirror_customer: MirrorCustomerTable;
  mirror_product: MirrorColumns<ProviderProduct>;
  mirror_price: MirrorPriceTable;
  mirror_subscription: MirrorSubscriptionTable;
  mirror_schedule: MirrorScheduleTable;
  mirror_payment_method: MirrorPaymentMethodTable;
  mirror_charge: MirrorChargeTable;
  mirror_invoice: MirrorInvoiceTable;
  mirror_refund: MirrorRefundTable;
  mirror_payment_intent: MirrorPaymentIntentTable;
  mirror_dispute: MirrorDisputeTable;
  mirror_location: MirrorColumns<ProviderLocation>;
  customer_code: CustomerCodeTable;
  code_claim: CodeClaimTable;
  usage: UsageTable;
  usage_month: UsageMonthTable;
  roster_entry: RosterEntryTable;
  answer: AnswerTable;
  operation: OperationTable;
  moved_money: MovedMoneyTable;
  derived_key: DerivedKeyTable;
  provider_event: ProviderEventTable;
  unknown_event: UnknownEventTable;
  reconcile_run: ReconcileTable;
  job: JobTable;
  gate_command: GateCommandTable;
  plan_sale: PlanSaleTable;
  plan_sale_week: PlanSaleWeekTable;
  price_increase: PriceIncreaseTable;
  price_increase_member: PriceIncreaseMemberTable;
  number_run: NumberRunTable;
  member_span: MemberSpanTable;
  month_number: MonthNumberTable;
  month_movement: MonthMovementTable;
  increase_notice: IncreaseNoticeTable;
  print_job: PrintJobTable;
  receipt: ReceiptTable;
  signature: SignatureTable;
  sitewatch_link: SitewatchLinkTable;
  loyalty_member: LoyaltyMemberTable;
  loyalty_card: LoyaltyCardTable;
  dispute_evidence: DisputeEvidenceTable;
  message: MessageTable;
  message_opt_out: MessageOptOutTable;
  setting: SettingTable;
  flag: FlagTable;
  promo: PromoTable;
  reason: ReasonTable;
  price_range: PriceRangeTable;
  note: NoteTable;
  client_error: ClientErrorTable;
  blacklist: BlacklistTable;
  client_metric: ClientMetricTable;
  audit: AuditTable;
  audit_seal: AuditSealTable;
}
