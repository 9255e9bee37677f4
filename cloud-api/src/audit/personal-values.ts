import { createHash, randomBytes } from 'node:crypto';

/** What an audit row says about its object; JSON columns as text. */
export interface AuditValues {
  subject: string;
  before: string | null;
  after: string | null;
  why: string | null;
}

/** The values whole, as stored beside the sealed row. Without the salt the hash in the sealed row reveals nothing. */
export interface PersonalValues extends AuditValues {
  salt: Buffer;
}

/** Stands in the sealed row for a text that may be personal. */
export const personalMark = '[personal]';

/** Objects of the company: their rows are sealed whole. Rows of every other kind may be about a customer. */
const companyKinds: ReadonlySet<string> = new Set([
  'address',
  'audit',
  'audit-check',
  'bulk-increase',
  'call',
  'club-plan',
  'device',
  'enrolment',
  'errors',
  'flags',
  'price-range',
  'product',
  'promo',
  'reader',
  'reason',
  'service',
  'session',
  'setting',
  'staff',
]);

/** Objects whose id in the subject is itself a person's plate, tag or card. */
const personalSubjects: ReadonlySet<string> = new Set(['code', 'loyalty-card']);

/** Fields that name a thing of the company. */
const factKeys: ReadonlySet<string> = new Set([
  'channel',
  'erasureReason',
  'kind',
  'price',
  'product',
  'productClass',
  'result',
  'state',
  'status',
  'terminal',
]);
/** Ids of Stripe's objects and our own, and instants. */
const reference = /^(?:[a-z]{2,10}(?:_[a-z]+)?_[A-Za-z0-9]{6,}|[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?)$/;

const kindOf = (subject: string): string => subject.split(':', 1)[0] ?? subject;

/**
 * Separates what may be personal from an audit row. Numbers, references and the company's terms stay in the sealed row; every other text is
 * replaced there. The sealed row contains a hash of the whole values, so that a change to them is detected while they exist.
 */
export function separatePersonal(values: AuditValues): { sealed: AuditValues; personal: PersonalValues | null; hash: Buffer | null } {
  const kind = kindOf(values.subject);
  if (companyKinds.has(kind)) return { sealed: values, personal: null, hash: null };
  const sealed = {
    subject: personalSubjects.has(kind) ? `${kind}:${personalMark}` : values.subject,
    before: withoutPersonal(values.before),
    after: withoutPersonal(values.after),
    why: values.why === null ? null : personalMark,
  };
  const isSame =
    sealed.subject === values.subject && sealed.before === values.before && sealed.after === values.after && sealed.why === values.why;
  if (isSame) return { sealed, personal: null, hash: null };
  const personal = { ...values, salt: randomBytes(16) };
  return { sealed, personal, hash: hashOfPersonal(personal) };
}

export function hashOfPersonal({ salt, subject, before, after, why }: PersonalValues): Buffer {
  const canonical = [before, after].map((text) => (text === null ? null : inKeyOrder(JSON.parse(text))));
  return createHash('sha256')
    .update(salt)
    .update(JSON.stringify([subject, ...canonical, why]))
    .digest();
}

const withoutPersonal = (text: string | null): string | null => (text === null ? null : JSON.stringify(replaced(JSON.parse(text))));

function replaced(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return factKeys.has(key) || reference.test(value) ? value : personalMark;
  if (Array.isArray(value)) return value.map((item) => replaced(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(item, name)]));
}

/** PostgreSQL prints the keys of JSON in an order of its own. */
function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, item]) => [name, inKeyOrder(item)]));
}

/** The action of an erasure; `after.audit` counts the audit rows whose personal values it removed. */
export const erasedAction = 'customer.erased';
