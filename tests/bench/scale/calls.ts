import { allEndpoints } from '@washdesk/contracts/all';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { addMonths } from '@washdesk/rules/dates/dates';
import type { Person } from './people.ts';

/** What one call of a contract is given. */
export interface Ask {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

type AskFor = (person: Person) => Ask;

const byId: AskFor = ({ id }) => ({ params: { id } });
const nothing: AskFor = () => ({});
const lastName = ({ name }: Person): string => (name.includes(',') ? name.split(',')[0]! : name.split(' ').at(-1)!);
const search =
  (term: (person: Person) => string): AskFor =>
  (person) => ({ params: { term: term(person) } });

/** A month that has numbers, so many before the running one. */
const monthsAgo = (months: number): string => addMonths(new Date().toISOString().slice(0, 10), -months).slice(0, 7);
const ofMonth =
  (list: string, more: Record<string, string> = {}): AskFor =>
  () => ({ query: { list, month: monthsAgo(1), ...more } });

/** Contracts by their id, each in one or more ways of asking. */
export const asked: Readonly<Record<string, Readonly<Record<string, AskFor>>>> = {
  searchCustomers: {
    'an exact plate': search(({ plate }) => plate),
    'the beginning of a plate': search(({ plate }) => plate.slice(0, 4)),
    'the middle of a plate': search(({ plate }) => plate.slice(2, 6)),
    'a tag': search(({ tag }) => tag),
    'a last name': search(lastName),
    'first and last name': search(({ name }) => name.replace(',', '')),
    'a common name': search(() => 'smith'),
    'an e-mail': search(({ email }) => email),
    'a domain of e-mails': search(() => 'example.com'),
    'a phone number': search(({ phone }) => phone),
    'last 4': search(({ last4 }) => last4),
    'two letters': search(({ name }) => name.slice(0, 2)),
    '"an"': search(() => 'an'),
    'one letter': search(({ name }) => name.slice(0, 1)),
    nobody: search(({ tag }) => `Q${tag.slice(-5)}XZ`),
  },
  suggestCustomers: {
    'the beginning of a plate': search(({ plate }) => plate.slice(0, 4)),
    'the beginning of a name': search(({ name }) => name.slice(0, 4)),
  },
  redeem: {
    'look-up': ({ plate }) => ({ params: { code: plate } }),
  },
  customerCheck: { '': ({ plate }) => ({ params: { code: plate } }) },
  customerGeneral: { '': byId },
  customerSubscriptions: { '': byId },
  customerSchedules: { '': byId },
  customerInvoices: { '': byId },
  customerCards: { '': byId },
  customerMetadata: { '': byId },
  customerSummary: { '': byId },
  customerTimeline: { '': byId },
  customerUsage: { '': byId },
  customerLoyaltyCard: { '': byId },
  customerReceipts: { '': byId },
  customerJobs: { '': byId },
  customerCharges: { '': byId },
  customerDisputes: { '': byId },
  customerSignatures: { '': byId },
  customerNotes: { '': ({ id }) => ({ params: { id }, query: { page: '1', pageSize: '20' } }) },
  searchCharges: {
    'a day and a site': ({ day }) => ({ body: { date: day, site: 12 } }),
    'an amount': ({ amount }) => ({ body: { amount } }),
    'an amount, a day, a site, a terminal': ({ amount, day, terminal }) => ({ body: { amount, date: day, site: 12, terminal } }),
    'last 4': ({ last4 }) => ({ body: { last4 } }),
    'a site': () => ({ body: { site: 12 } }),
    'a terminal': ({ terminal }) => ({ body: { terminal } }),
    'an amount at a site': ({ amount }) => ({ body: { amount, site: 12 } }),
    'last 4 at a terminal': ({ last4, terminal }) => ({ body: { last4, terminal } }),
    'a fingerprint': ({ fingerprint }) => ({ body: { fingerprint } }),
    'a person': () => ({ body: { employeename: 'Seller 17' } }),
    'an amount that nobody paid, at a site': () => ({ body: { amount: 123_457, site: 12 } }),
  },
  searchInvoices: { 'its number': ({ invoice }) => ({ body: { invoice } }), 'a receipt': () => ({ body: { receipt: '1234-5678' } }) },
  searchSubscriptions: {
    'a seller': () => ({ body: { employeename: 'Seller 17' } }),
    'a day': ({ day }) => ({ body: { date: day } }),
    'a day and a site': ({ day }) => ({ body: { date: day, site: 12 } }),
    'a site': () => ({ body: { site: 12 } }),
  },
  getSubscription: { '': ({ subscription }) => ({ params: { id: subscription } }) },
  subscriptionPrices: { '': ({ subscription }) => ({ params: { id: subscription } }) },
  subscriptionPlans: { '': ({ subscription }) => ({ params: { id: subscription }, query: { mode: 'upgrade' } }) },
  getPaymentMethod: { '': ({ card }) => ({ params: { id: card } }) },
  getPrice: { '': ({ price }) => ({ params: { id: price } }) },
  getReceipt: {
    'of a usage': ({ usage }) => ({ params: { id: usage }, query: { output: 'display', format: 'text', kind: 'redeem' } }),
    'of a charge': ({ charge }) => ({ params: { id: charge }, query: { output: 'display', format: 'text' } }),
  },
  operationState: { '': ({ id }) => ({ params: { key: `nobody:${id}` } }) },
  listJobs: {
    pending: () => ({ query: { state: 'pending' } }),
    failed: () => ({ query: { state: 'failed' } }),
    'all that need a person': nothing,
  },
  listStuckOperations: { '': nothing },
  recentUsages: { '': nothing },
  waitingSignatures: { '': nothing },
  listDevices: { '': nothing },
  listStaff: { '': nothing },
  listRefreshTokens: { '': nothing, 'a name': () => ({ query: { search: 'sam' } }) },
  listServiceAccounts: { '': nothing },
  listErrors: { '': nothing },
  listSettings: { '': nothing },
  pastDueList: { '': nothing },
  incompleteList: { '': nothing },
  openJobList: { '': nothing },
  disputeList: { '': nothing },
  listIncreases: { '': nothing },
  increaseOptions: { '': nothing },
  getCacheInfo: { '': nothing },
  listCacheKeys: { '': nothing },
  listAllReasons: { '': nothing },
  multiActiveCodes: { '': nothing },
  getReport: { 'customers with many codes': () => ({ params: { id: '1' } }), 'online attempts': () => ({ params: { id: '2' } }) },
  getNumbers: { 'all sites': nothing, 'a site': () => ({ query: { site: '12' } }) },
  numberMembers: {
    members: ofMonth('members'),
    'sign-ups': ofMonth('new'),
    washes: ofMonth('washes'),
    'members of a site': ofMonth('members', { site: '12' }),
    'who left': ofMonth('left'),
    'a cohort': ofMonth('cohort', { cohort: monthsAgo(9) }),
  },
  salesByEmployee: {
    'the last 90 days': nothing,
    'a year at a site, by rate': () => ({ query: { from: '2025-11-01', to: '2026-10-31', site: '12', sort: 'rate' } }),
    'a year by name': () => ({ query: { from: '2025-11-01', to: '2026-10-31', sort: 'name' } }),
  },
  soldPlans: {
    'sign-ups': () => ({ query: { list: 'signUps' } }),
    upgrades: () => ({ query: { list: 'upgrades' } }),
    'cancelled early': () => ({ query: { list: 'left' } }),
    "an employee's sign-ups of a year": () => ({ query: { list: 'signUps', seller: '17', from: '2025-11-01', to: '2026-10-31' } }),
  },
  listClientMetrics: { '': nothing },
  getBlacklist: { '': nothing },
  listAudit: {
    all: nothing,
    'office and admin': () => ({ query: { kind: 'office-and-admin' } }),
    'a person': () => ({ query: { who: '101' } }),
    'an object': ({ id }) => ({ query: { object: `customer:${id}` } }),
    'an id that nothing has': ({ tag }) => ({ query: { object: `none-${tag}` } }),
    'a site': () => ({ query: { site: '12' } }),
    'an action at a site': () => ({ query: { kind: 'charge.refunded', site: '12' } }),
  },
  listAuditActions: { '': nothing },
  getAuditCheck: { '': nothing },
  currentDevice: { '': nothing },
  findEmployee: { '': () => ({ params: { number: '101' } }) },
  terminalLookup: { '': () => ({ query: { xptUser: 'Washcashier1' } }) },
  listSites: { '': nothing },
  listTerminals: { '': nothing },
  listLocations: { '': nothing },
  listProducts: { '': nothing },
  listPrices: { '': () => ({ query: { productClass: 'all' } }) },
  locationPlans: { '': () => ({ params: { id: 'tml_Joliet00000012' } }) },
  locationPrices: { '': nothing },
  listPromos: { '': nothing },
  listReasons: { '': () => ({ query: { kind: 'discontinue' } }) },
  listPriceRanges: { '': nothing },
  listHosts: { '': nothing },
  getConfig: { '': nothing },
  getFlags: { '': nothing },
  systemMessage: { '': nothing },
};

const atSites = "a site's Sitewatch answers";
const atStripe = 'Stripe answers';
const fixed = 'a list in the program';

/** Contracts that are not measured, with the reason. */
export const unmeasuredContracts: Readonly<Record<string, string>> = {
  listMakes: atSites,
  listModels: atSites,
  listColors: atSites,
  topSellers: atSites,
  findGiftCards: atSites,
  listSales: atSites,
  getSale: atSites,
  listClubPlans: atSites,
  clubPlan: atSites,
  customerDiscounts: atSites,
  customerPlatesAndTags: atSites,
  customerDxt: atSites,
  sitewatchCustomerByCode: atSites,
  listReaders: atStripe,
  getSetupIntent: atStripe,
  getPaymentIntent: atStripe,
  latestInvoice: atStripe,
  previewEnding: atStripe,
  previewCollection: 'few disputes can be collected, and one is found by its id',
  getEvidencePack: 'few charges are disputed, and a dispute is found by its id',
  evidencePdf: 'a document that is made when somebody asks for it',
  checkoutState: atStripe,
  listStates: fixed,
  findZip: fixed,
  findLoyaltyCard: 'few cards have a number that is known here',
  getAgreement: 'made of one row by its id, as a receipt is',
  getIncrease: 'the members of one bulk increase, by its id: nobody has made one there',
  increaseMembers: 'likewise',
  increaseNotices: 'likewise',
  previewNotice: 'likewise',
  increaseLetters: 'likewise',
  getAuditEntry: 'one row by its id, with its seal',
  agentRoster: 'measured apart, as an agent pulls it',
};

/** Every contract that lists, searches or looks up: what reads, and the searches that are sent as a body. */
export const lookupEndpoints: readonly Endpoint[] = allEndpoints.filter(
  ({ method, path }) => method === 'GET' || (method === 'POST' && path.endsWith('/search')),
);

/** Contracts that are neither measured nor left out for a reason. */
export const missingCalls = (): string[] =>
  lookupEndpoints.map(({ id }) => id).filter((id) => !Object.hasOwn(asked, id) && !Object.hasOwn(unmeasuredContracts, id));
