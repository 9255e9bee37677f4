import { describe, expect, it } from 'vitest';
import { allEndpoints, endpointsByDomain } from './all.ts';
import { atLeastRole, exactRole, grantedRole, publicAccess, signedIn, type Access } from './endpoint.ts';

/**
 * The roles of docs/rules/access.md#roles, as an independent check of the contracts. Calls that move money, change a plan or can be
 * approved must be listed; others need no row. Rules that depend on data are not listed: the 48-hour lock, the site of a sale, another plan
 * at a reinstatement, tax and Business Select, making a card the default, whose charge is refunded.
 */
const table: readonly (readonly [Access, readonly string[]])[] = [
  [publicAccess, ['startCheckout', 'checkoutState', 'listStates', 'findZip', 'onlinePreview', 'onlineSearch', 'onlineSession']],
  [signedIn, ['onlineSignUpList', 'customerNotes', 'addNote', 'markNote', 'listReasons']],
  [atLeastRole('Admin'), ['deleteNote']],
  [atLeastRole('SalesManager'), ['listClubPlans', 'pastDueList', 'incompleteList', 'openJobList']],
  [atLeastRole('SalesManager'), ['getMetrics', 'metricMembers', 'salesByEmployee', 'soldPlans', 'getRevenue']],
  [
    atLeastRole('SupportCenter'),
    ['disputeList', 'erasureRequestList', 'declineErasure', 'customerData', 'exportCustomerData', 'listErasures'],
  ],
  [atLeastRole('Admin'), ['eraseCustomer']],
  [atLeastRole('Admin'), ['listRefreshTokens', 'endSessions', 'addStaff', 'changeStaff', 'decideIdentity', 'resetSecret']],
  [
    atLeastRole('Admin'),
    [
      'getCacheInfo',
      'listCacheKeys',
      'deleteCacheKey',
      'clearCache',
      'listSettings',
      'changeSetting',
      'addPromo',
      'changePromo',
      'listAllReasons',
      'addReason',
      'changeReason',
      'multiActiveCodes',
      'listErrors',
      'listErrorGroups',
      'clearErrors',
      'listClientMetrics',
      'clearClientMetrics',
      'setConfigOption',
      'setAllowManualEntry',
      'setSystemMessage',
    ],
  ],
  [atLeastRole('Admin'), ['listAudit', 'listAuditActions', 'getAuditEntry', 'getAuditCheck', 'startAuditCheck']],
  [atLeastRole('Admin'), ['getBlacklist', 'blockAddress', 'unblockAddress']],
  [atLeastRole('Admin'), ['listServiceAccounts', 'createServiceAccount', 'deleteServiceAccount']],
  [exactRole('Reporter'), ['getReport']],
  [exactRole('PriceManager'), ['saveClubPlan', 'listPriceRanges', 'savePriceRange']],
  [signedIn, ['createSubscription', 'previewSignUp', 'previewChange', 'previewEnding', 'latestInvoice']],
  [signedIn, ['subscriptionPlans', 'subscriptionPrices', 'getSubscription']],
  [signedIn, ['upgradeSubscription', 'discontinueSubscription', 'reinstateSubscription', 'subscriptionMetadata', 'searchSubscriptions']],
  [
    signedIn,
    ['payInvoice', 'searchInvoices', 'searchCharges', 'customerCharges', 'customerInvoices', 'customerCards', 'customerSchedules'],
  ],
  [signedIn, ['attachPaymentMethod', 'createSetupIntent', 'getSetupIntent', 'createPaymentIntent', 'capturePaymentIntent']],
  [signedIn, ['sendWelcome', 'textReceipt', 'emailReceipt']],
  [atLeastRole('SalesManager'), ['textPaymentLink']],
  [signedIn, ['getReceipt', 'printReceipt', 'customerReceipts', 'customerSignatures', 'clearSitewatchComment']],
  [signedIn, ['createCustomer', 'saveCustomer', 'setCustomerMetadata', 'changeTax']],
  [signedIn, ['registerLoyaltyCard', 'findLoyaltyCard', 'linkLoyalty', 'updateLoyaltyGroups', 'customerLoyaltyCard']],
  [
    signedIn,
    [
      'findGiftCards',
      'deductGiftCard',
      'requestCoupon',
      'customerSummary',
      'customerTimeline',
      'customerUsage',
      'customerDiscounts',
      'customerDxt',
    ],
  ],
  [atLeastRole('User'), ['customerPlatesAndTags']],
  [atLeastRole('User'), ['refundCharge', 'openRefund']],
  [signedIn, ['customerCredit']],
  [atLeastRole('SalesManager'), ['settleCredit']],
  [atLeastRole('SalesManager'), ['downgradeSubscription', 'changePrice', 'terminateSubscription', 'releaseSchedule', 'markUncollectable']],
  [atLeastRole('SalesManager'), ['deletePaymentMethod', 'deleteCustomer']],
  [atLeastRole('SalesManager'), ['setCardGroup', 'setCardField', 'editLoyaltyCard', 'unlinkLoyalty']],
  [atLeastRole('SalesManager'), ['enableCode', 'disableCode']],
  [signedIn, ['updateSitewatchCustomer', 'activateSitewatchPlan', 'replaceCode']],
  [
    atLeastRole('SupportCenter'),
    ['customerDisputes', 'disputeMetadata', 'previewCollection', 'collectDispute', 'getEvidencePack', 'evidencePdf', 'saveEvidencePack'],
  ],
  [
    atLeastRole('Scheduler'),
    [
      'scheduleIncrease',
      'listIncreases',
      'increaseOptions',
      'getIncrease',
      'increaseMembers',
      'increaseNotices',
      'previewNotice',
      'increaseLetters',
    ],
  ],
  [grantedRole('Scheduler'), ['createIncrease', 'changeIncrease', 'markLettersPrinted']],
  [atLeastRole('Admin'), ['disputeEvidence', 'submitEvidencePack', 'customerMetadata', 'registerReader', 'deleteReader']],
  [exactRole('PriceManager'), ['editProduct', 'locationPrices']],
];
const rows = table.flatMap(([access, ids]) => ids.map((id) => [id, access] as const));

/** Counter actions that a person with more roles may approve on the spot; everything else needs that person's own sign-in. */
const approvable = [
  ['refundCharge', 'openRefund', 'settleCredit', 'createPaymentIntent', 'attachPaymentMethod', 'deletePaymentMethod'],
  ['createCustomer', 'saveCustomer', 'deleteCustomer', 'eraseCustomer', 'createSubscription', 'reinstateSubscription'],
  ['upgradeSubscription', 'downgradeSubscription', 'changePrice', 'discontinueSubscription', 'terminateSubscription'],
  ['releaseSchedule', 'markUncollectable', 'changeTax', 'enableCode', 'disableCode', 'deleteNote'],
  ['submitEvidencePack', 'payInvoice', 'requestCoupon', 'textReceipt', 'textPaymentLink'],
].flat();

describe('the role table', () => {
  it.each(rows)('%s', (id, access) => {
    expect(allEndpoints.find((endpoint) => endpoint.id === id)?.access).toEqual(access);
  });

  it('names what can be approved, and each is done once by its key', () => {
    const marked = allEndpoints.filter((endpoint) => endpoint.approvable);
    expect(marked.map(({ id }) => id).toSorted()).toEqual(approvable.toSorted());
    expect(marked.filter(({ idempotency }) => idempotency !== 'required')).toEqual([]);
  });

  it('has every call that moves money or changes a plan, and every call that can be approved', () => {
    const ofBilling = (endpointsByDomain.get('billing') ?? []).filter(({ idempotency }) => idempotency === 'required');
    const wanted = [...ofBilling, ...allEndpoints.filter((endpoint) => endpoint.approvable)].map(({ id }) => id);
    expect(wanted.filter((id) => !rows.some(([named]) => named === id))).toEqual([]);
  });
});
