/** Paths that other features link to. All others are in the declaration of their screen (`<x>.screen.ts`). */
export const paths = {
  login: '/login',
  logout: '/logout',
  profile: '/profile',
  home: '/',
  search: '/search',
  signUp: '/customers/new',
  transactions: '/transactions',
  redeem: '/redeemunlimited',
  lanes: '/lanes',
  charge: '/charge',
  refund: '/refund',
  isi: '/isi',
  loyaltyLinkUp: '/loyaltylinkup',
  locationLanding: '/locationlanding',
  locationRefund: '/locationrefund',
  redeemInterface: '/redeeminterface',
  adminTools: '/admin/tools',
  customerData: '/office/customerdata',
  adminStaff: '/admin/staff',
  pendingJobs: '/admin/jobs',
  reconcile: '/admin/reconcile',
  releases: '/admin/sites/releases',
} as const;

/** The page of one customer. */
export function customerPath(id: string): string {
  return `/customers/${encodeURIComponent(id)}`;
}

/** The sign-up of an existing customer. */
export function signUpPath(customer: string): string {
  return `${paths.signUp}?customer=${encodeURIComponent(customer)}`;
}

/** What is stored about a customer. */
export function customerDataPath(customer: string): string {
  return `${paths.customerData}?customer=${encodeURIComponent(customer)}`;
}

/** A customer's pending jobs. */
export function customerJobsPath(customer: string): string {
  return `${paths.pendingJobs}?customer=${encodeURIComponent(customer)}`;
}

/** The differences of a customer between systems. */
export function customerDifferencesPath(customer: string): string {
  return `${paths.reconcile}?customer=${encodeURIComponent(customer)}`;
}

/** Whether an address is at or below a path, ignoring case and a trailing slash. */
export function isUnderPath(address: string, path: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/\/+$/, '');
  return plain(address) === plain(path) || plain(address).startsWith(`${plain(path)}/`);
}
