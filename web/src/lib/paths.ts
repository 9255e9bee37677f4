/** Every address of the app, in one place (docs/rules/screens.md). */
export const paths = {
  login: '/login',
  logout: '/logout',
  profile: '/profile',
  enrol: '/enrol/:token',
  home: '/',
  search: '/search',
  customer: '/customers/:id',
  signUp: '/customers/new',
  transactions: '/transactions',
  redeem: '/redeemunlimited',
  charge: '/charge',
  refund: '/refund',
  isi: '/isi',
  loyaltyLinkUp: '/loyaltylinkup',
  locationLanding: '/locationlanding',
  locationRefund: '/locationrefund',
  redeemInterface: '/redeeminterface',
  setupIntentComplete: '/setupintentcomplete',
  online: '/online',
  signatureSystem: '/signatureSystem',

  office: '/office/',
  officeCharge: '/office/charge',
  officeChargeComplete: '/office/chargecomplete',
  officeProducts: '/office/products/',
  officeAllPrices: '/office/allprices',
  officePriceGrid: '/office/pricegrid',
  officePriceRanges: '/office/priceranges',
  officeClubPlans: '/office/clubplans',
  officeIncrease: '/office/increase',
  officeIncreaseNew: '/office/increase/new',
  officeIncreaseDetail: '/office/increase/:id',
  officeScheduleRelease: '/office/schedulerelease',
  officePlateLookup: '/office/platelookup',
  officeWorklists: '/office/worklists',
  officeNumbers: '/office/numbers',
  officeNumberList: '/office/numbers/list',
  officeSales: '/office/sales',
  officeReports: '/office/reports',
  officeReport: '/office/report',

  admin: '/admin/',
  adminTools: '/admin/tools',
  adminDevices: '/admin/devices',
  adminStaff: '/admin/staff',
  adminFlags: '/admin/flags',
  adminSettings: '/admin/settings',
  adminMessage: '/admin/message',
  adminBlacklist: '/admin/blacklist',
  adminClientMetrics: '/admin/clientmetrics',
  adminKeystrokes: '/admin/keystrokes',
  adminTerminal: '/admin/terminal',
  adminBarcode: '/admin/barcode',
  adminRedis: '/admin/redis',
  adminReports: '/admin/reports',
  adminServiceAccounts: '/admin/serviceaccounts/',
  adminConfig: '/admin/config',
  adminReaders: '/admin/readers',
  adminTokens: '/admin/tokens',
  adminSessions: '/admin/sessions',
  adminErrorList: '/admin/errorlist',
  adminAudit: '/admin/audit',
  adminPriceSelect: '/admin/priceselect',
  adminConsole: '/admin/console',
  adminQuery: '/admin/query',
  adminTopSellers: '/admin/topsellers',
} as const;

/** Screens that later versions will have: no link leads there. */
const unbuilt: readonly string[] = [paths.adminConsole];

/** Whether this version has the screen at a path. */
export const isBuilt = (path: string): boolean => !unbuilt.includes(path);

/** The page of one customer. */
export function customerPath(id: string): string {
  return `/customers/${encodeURIComponent(id)}`;
}

/** The page of one bulk price increase. */
export function increasePath(id: string): string {
  return `/office/increase/${encodeURIComponent(id)}`;
}

/** Whether an address lies at or under a path, whatever its case and a slash at its end. */
export function isUnderPath(address: string, path: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/\/+$/, '');
  return plain(address) === plain(path) || plain(address).startsWith(`${plain(path)}/`);
}
