import { capitalized } from './capitalized.ts';

/** The filter for changes made in office and admin. */
export const officeAndAdmin = 'office-and-admin';

/** Returns the kind of object that an action changes. */
export const kindOfAction = (action: string): string => action.split('.', 1)[0] ?? action;

/**
 * Returns the actions that match a filter: a kind of object, one action, or all of office and admin.
 * @param officeKinds the kinds and single actions of office and admin
 */
export function actionsOfKind(kind: string, all: readonly string[], officeKinds: ReadonlySet<string>): string[] {
  if (kind === officeAndAdmin) return all.filter((action) => officeKinds.has(action) || officeKinds.has(kindOfAction(action)));
  return all.filter((action) => action === kind || kindOfAction(action) === kind);
}

/** Returns an action or kind in words: 'price-range.changed' is 'Price range changed'. */
export const actionInWords = (action: string): string =>
  capitalized(action.replaceAll(/[._-]/g, ' ').replaceAll('enrolment', 'enrollment'));

/** Returns a changed object in words: 'payment_intent:pi_1' is the kind 'Payment intent' with the id 'pi_1'. */
export function subjectInWords(subject: string): { kind: string; id: string } {
  const [kind = '', ...id] = subject.split(':');
  return { kind: actionInWords(kind), id: id.join(':') };
}

/** Kinds of objects whose ids mean nothing to people. */
const namedKinds: ReadonlySet<string> = new Set(['Customer', 'Rollout', 'Session', 'Subscription']);

/**
 * Returns what people call a changed object: its kind, and its name or else its id.
 * @param customer the customer of the object, if known
 */
export function objectInWords(subject: string, name: string | null, customer: string | null): { kind: string; label: string } {
  const { kind, id } = subjectInWords(subject);
  // ids of sessions without a person are words
  const hidden = namedKinds.has(kind) && /[\d_-]/.test(id);
  return { kind, label: name ?? (hidden ? (customer === null ? 'unknown' : 'without a name') : id) };
}

/** Returns a reason as typed, and a code in words: 'card_declined' is 'Card declined'. */
export const reasonInWords = (why: string): string => (/^[a-z\d]+([._-][a-z\d]+)+$/.test(why) ? actionInWords(why) : why);
