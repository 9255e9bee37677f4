/** The filter that leaves what people change in office and admin. */
export const officeAndAdmin = 'office-and-admin';

/** Kinds of objects that are changed in office and admin: the first words of an action, `price-range.changed`. */
const officeAndAdminKinds: ReadonlySet<string> = new Set([
  'address',
  'audit',
  'bulk-increase',
  'cache',
  'client-metrics',
  'club-plan',
  'device',
  'errors',
  'flags',
  'job',
  'one-time-code',
  'password',
  'pin',
  'price-range',
  'product',
  'promo',
  'reader',
  'reason',
  'service-account',
  'setting',
  'sitewatch-plan',
  'staff',
]);

/** Actions of Admins among those of everybody. */
const adminActions: ReadonlySet<string> = new Set(['session.all-ended']);

/** The kind of object that an action changes. */
export const kindOfAction = (action: string): string => action.split('.', 1)[0] ?? action;

/** The actions that a filter leaves: a kind of object, one action, or all of office and admin. */
export function actionsOfKind(kind: string, all: readonly string[]): string[] {
  if (kind === officeAndAdmin) return all.filter((action) => adminActions.has(action) || officeAndAdminKinds.has(kindOfAction(action)));
  return all.filter((action) => action === kind || kindOfAction(action) === kind);
}

/** An action or a kind in words: 'price-range.changed' is 'Price range changed'. */
export function actionInWords(action: string): string {
  const words = action.replaceAll(/[.-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
