/** Further words that people type for a screen, by its path. */
export const searchWords: Readonly<Record<string, string>> = {
  '/admin/sites':
    'down offline broken not working status health dashboard connection internet agent version roster printer paper out of paper gate reader antenna camera tablet',
  '/admin/sites/releases': 'version running update on its way rollout upgrade failed',
  '/admin/sites/enrol': 'revoked certificate computer',
  '/admin/readers': 'cards not working card terminal payment offline',
  '/lanes': 'gate open cars now',
  '/admin/traces': 'car waited wait waiting gate closed lane plate tag',
  '/admin/abuse': 'two sites same code tag shared sharing membership fraud twice washes',
  '/admin/alerts': 'notified message email text sent seen night recipients quiet hours',
  '/admin/jobs': 'stuck waiting queue failed retry update receipt',
  '/admin/reconcile': 'charged twice sync step mismatch compare same',
  '/admin/operations': 'charged twice stuck payment',
  '/admin/audit': 'changed history price range gate opened by hand reason role given access revoked deleted log',
  '/admin/staff': 'access permission rights may employee role',
  '/office/priceranges': 'changed limit highest lowest',
};
