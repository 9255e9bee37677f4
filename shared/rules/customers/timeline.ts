/** The filters of a customer's timeline (docs/rules/members.md#timeline), in screen order. */
export const timelineKinds = [
  'wash',
  'gate',
  'charge',
  'refund',
  'plan',
  'note',
  'message',
  'print',
  'signature',
  'account',
  'dispute',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** The display text of an audit row. An action without one appears only in the audit. */
export interface AuditWords {
  kind: Extract<TimelineKind, 'plan' | 'account' | 'dispute'>;
  title: string;
  /** Whether the row's reason was written for people; otherwise it may be a code. */
  hasReason?: true;
}

export const auditWords: Readonly<Record<string, AuditWords>> = {
  'subscription.started': { kind: 'plan', title: 'Plan started' },
  'subscription.reinstated': { kind: 'plan', title: 'Plan reinstated' },
  'subscription.not-paid': { kind: 'plan', title: 'First payment of a plan failed' },
  'subscription.owed-paid': { kind: 'plan', title: 'Unpaid invoice paid, but the plan didn’t restart' },
  'subscription.completed': { kind: 'plan', title: 'Sign-up completed' },
  'subscription.upgraded': { kind: 'plan', title: 'Plan upgraded', hasReason: true },
  'subscription.downgraded': { kind: 'plan', title: 'Plan downgraded', hasReason: true },
  'subscription.free-month': { kind: 'plan', title: 'Next month free', hasReason: true },
  'subscription.price-changed': { kind: 'plan', title: 'Price changed', hasReason: true },
  'subscription.increase-scheduled': { kind: 'plan', title: 'Price increase scheduled' },
  'subscription.increase-released': { kind: 'plan', title: 'Scheduled price increase released' },
  'subscription.increase-lost': { kind: 'plan', title: 'Scheduled price increase lost' },
  'subscription.increase-acknowledged': { kind: 'plan', title: 'Price increase acknowledged' },
  'subscription.tax-changed': { kind: 'plan', title: 'Tax exemption changed' },
  'subscription.discontinued': { kind: 'plan', title: 'Plan discontinued', hasReason: true },
  'subscription.terminated': { kind: 'plan', title: 'Plan terminated', hasReason: true },
  'subscription.abandoned': { kind: 'plan', title: 'Plan ended before its first payment', hasReason: true },
  'member.canceled': { kind: 'plan', title: 'Plan canceled online', hasReason: true },
  'member.cancellation-withdrawn': { kind: 'plan', title: 'Online cancellation withdrawn' },
  'member.erasure-requested': { kind: 'account', title: 'Erasure requested' },
  'customer.erasure-declined': { kind: 'account', title: 'Erasure request declined', hasReason: true },
  'customer.created': { kind: 'account', title: 'Customer created' },
  'customer.cloned': { kind: 'account', title: 'Customer cloned from another profile' },
  'customer.saved': { kind: 'account', title: 'Customer information changed' },
  'customer.deleted': { kind: 'account', title: 'Customer deleted', hasReason: true },
  'customer.email-came-back': { kind: 'account', title: 'An email bounced' },
  'redeem.undone': { kind: 'account', title: 'Redeem undone' },
  'card.attached': { kind: 'account', title: 'Card added' },
  'card.made-default': { kind: 'account', title: 'Default card changed' },
  'card.deleted': { kind: 'account', title: 'Card deleted' },
  'loyalty-card.registered': { kind: 'account', title: 'Loyalty card registered' },
  'loyalty-card.changed': { kind: 'account', title: 'Loyalty card changed' },
  'dispute.opened': { kind: 'dispute', title: 'Dispute opened' },
  'dispute.evidence': { kind: 'dispute', title: 'Dispute evidence changed' },
  'dispute.evidence.saved': { kind: 'dispute', title: 'Dispute evidence prepared' },
  'dispute.evidence.submitted': { kind: 'dispute', title: 'Dispute evidence submitted' },
  'dispute.collected': { kind: 'dispute', title: 'Disputed amount and fee collected' },
};

/** Returns the actions of this kind. */
export const actionsOf = (kind: AuditWords['kind']): string[] =>
  Object.keys(auditWords).filter((action) => auditWords[action]?.kind === kind);

export const washTitle = (plan: string | null): string => (plan ? `Washed: ${plan}` : 'Washed');

const gateResults: Readonly<Record<string, string>> = {
  opened: 'Gate opened',
  unconfirmed: 'Gate triggered',
  duplicate: 'Gate triggered',
};

/** @param result null if unknown */
export const gateTitle = (result: string | null): string =>
  result === null ? 'Gate triggered' : (gateResults[result] ?? 'Gate not opened');

export function chargeTitle(status: string): string {
  if (status === 'succeeded') return 'Card charged';
  return status === 'failed' ? 'Card declined' : 'Charge incomplete';
}

export function refundTitle(status: string | null): string {
  if (status === 'succeeded') return 'Refunded';
  return status === 'failed' || status === 'canceled' ? 'Refund failed' : 'Refund in progress';
}

const messageStates: Readonly<Record<string, string>> = { sent: 'sent', refused: 'not sent' };
const messageAbout: Readonly<Record<string, string>> = {
  receipt: 'Receipt',
  welcome: 'Welcome',
  'payment-link': 'Payment link',
  'member-link': 'Sign-in link',
  'payment-failed': 'Failed payment',
  cancellation: 'Cancellation',
  'member-act': 'Change online',
  privacy: 'Data request',
};

/** Returns a message's title without its address or text: a role may not be allowed to see either. */
export function messageTitle({ channel, about, state }: { channel: string; about: string; state: string }): string {
  return `${messageAbout[about] ?? 'Message'} by ${channel === 'sms' ? 'text' : 'email'}: ${messageStates[state] ?? 'sending'}`;
}

const printStates: Readonly<Record<string, string>> = {
  printed: 'Receipt printed',
  failed: 'Receipt not printed',
  refused: 'Receipt not printed',
  expired: 'Receipt not printed',
  unknown: 'Receipt may have been printed',
};

export const printTitle = (state: string): string => printStates[state] ?? 'Receipt sent to the printer';

export function signatureTitle(state: string): string {
  if (state === 'signed') return 'Agreement signed';
  return state === 'cancelled' ? 'Signature request canceled' : 'Signature requested';
}

/** A value that an event changed; null for none. */
export interface Change {
  what: string;
  before: string | null;
  after: string | null;
}

/** The names of the fields whose changes are shown, by their names in the audit. A `price` is the id of a price. */
const changedFields: Readonly<Record<string, string>> = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  'address.line1': 'Street',
  'address.city': 'City',
  'address.state': 'State',
  'address.postal_code': 'ZIP',
  'address.country': 'Country',
  tax_exempt: 'Tax',
  'metadata.CustomerCode': 'Plate',
  'metadata.SecondaryCode': 'Tag',
  'metadata.TheCardNumber': 'TheCard',
  'metadata.CarMake': 'Make',
  'metadata.CarModel': 'Model',
  'metadata.CarColor': 'Color',
  'metadata.isCommercial': 'Commercial',
  'metadata.isTruck': 'Truck',
  'metadata.isBusinessSelect': 'Business Select',
  price: 'Plan',
};

type Values = Readonly<Record<string, unknown>> | null;

/** Returns the fields that an audit row changed, with both values. */
export function changesIn(before: Values, after: Values): (Change & { field: string })[] {
  return Object.entries(changedFields).flatMap(([field, what]) => {
    const [was, is] = [textOf(before?.[field]), textOf(after?.[field])];
    return after === null || before === null || was === is ? [] : [{ field, what, before: was, after: is }];
  });
}

function textOf(value: unknown): string | null {
  if (value === true || value === 'true') return 'Yes';
  if (value === false || value === 'false') return 'No';
  return typeof value === 'string' && value !== '' ? value : null;
}
