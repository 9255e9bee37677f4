import type { RoleName } from '@washdesk/rules/company/roles';

/** A row of docs/rules/members.md#who-may-do-what: an action on the customer's screen and its lowest role. */
export interface Capability {
  what: string;
  /** The lowest role; if missing, anyone signed in. */
  role?: RoleName;
  /** The ids of the calls behind it; empty if only the screen differs. */
  calls: readonly string[];
  /** Whether a person with the role can approve it for one without. */
  byApproval?: true;
}

/** Defined here only, independent of the contracts and screens that are tested against it. */
export const customerCapabilities = [
  { what: 'add a note', calls: ['addNote'] },
  { what: 'switch attention', calls: ['markNote'] },
  { what: 'view a receipt', calls: ['getReceipt', 'customerReceipts'] },
  { what: 'text a receipt', calls: ['textReceipt'] },
  { what: 'print a receipt', calls: ['printReceipt'] },
  { what: 'upgrade', calls: ['upgradeSubscription'] },
  { what: 'discontinue', calls: ['discontinueSubscription'] },
  { what: 'pay an invoice', calls: ['payInvoice'] },
  { what: 'reinstate', calls: ['reinstateSubscription'] },
  { what: 'see the timeline', calls: ['customerTimeline'] },
  { what: 'delete a note', role: 'Admin', calls: ['deleteNote'], byApproval: true },
  { what: 'mark a dispute won', role: 'Admin', calls: ['disputeEvidence'] },
  { what: 'hand in the evidence of a dispute', role: 'Admin', calls: ['submitEvidencePack'], byApproval: true },
  { what: 'mark a dispute lost', role: 'Admin', calls: ['disputeEvidence'] },
  { what: 'see metadata', role: 'Admin', calls: ['customerMetadata'] },
  { what: "see Sitewatch's number of the customer", role: 'Admin', calls: [] },
  { what: 'see numbers of codes in Sitewatch', role: 'Admin', calls: [] },
  { what: 'see plates and tags', role: 'SalesManager', calls: [] },
  { what: 'switch a code', role: 'SalesManager', calls: ['enableCode', 'disableCode'], byApproval: true },
  { what: 'refund', role: 'SalesManager', calls: [], byApproval: true },
  { what: 'delete a payment method', role: 'SalesManager', calls: ['deletePaymentMethod'], byApproval: true },
  { what: 'set the default', role: 'SalesManager', calls: [], byApproval: true },
  { what: 'delete the customer', role: 'SalesManager', calls: ['deleteCustomer'], byApproval: true },
  { what: 'terminate', role: 'SalesManager', calls: ['terminateSubscription'], byApproval: true },
  { what: 'change the price', role: 'SalesManager', calls: ['changePrice'], byApproval: true },
  { what: 'downgrade', role: 'SalesManager', calls: ['downgradeSubscription'], byApproval: true },
  { what: 'mark an invoice uncollectable', role: 'SalesManager', calls: ['markUncollectable'], byApproval: true },
  { what: 'see the id of a subscription', role: 'SalesManager', calls: [] },
  { what: 'switch tax exemption', role: 'SupportCenter', calls: [], byApproval: true },
  { what: 'switch Business Select', role: 'SupportCenter', calls: [] },
  { what: 'see who saw the customer', role: 'SupportCenter', calls: ['customerReads'] },
  { what: 'see disputes', role: 'SupportCenter', calls: ['customerDisputes'] },
  { what: 'mark a dispute uncollectable', role: 'SupportCenter', calls: ['disputeMetadata'] },
  { what: 'prepare the evidence of a dispute', role: 'SupportCenter', calls: ['getEvidencePack', 'evidencePdf', 'saveEvidencePack'] },
  { what: 'collect a dispute', role: 'SupportCenter', calls: ['previewCollection', 'collectDispute'] },
  { what: 'follow who sold it', role: 'Auditor', calls: [] },
  { what: 'schedule an increase', role: 'Scheduler', calls: ['scheduleIncrease'] },
  { what: 'be warned of many codes', role: 'User', calls: ['customerPlatesAndTags'] },
] as const satisfies readonly Capability[];

export type CapabilityName = (typeof customerCapabilities)[number]['what'];
