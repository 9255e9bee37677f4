/** What a call can do that a dishonest hand would want. Money is cents on a card; the rest is worth money. */
export const effects = {
  moneyBack: 'Money goes back to a card',
  moneyTaken: 'A card or a gift card is charged',
  access: 'A gate opens, or a person, plate, tag or card may wash',
  price: 'An amount becomes lower, waived or void',
  message: 'A text or an email goes out',
  rights: 'A person, program or device may do more than before',
} as const;
export type Effect = keyof typeof effects;

/**
 * Every effect with every call that reaches it, by the contract's id. `effects.test.ts` refuses a changing call that is neither here nor in
 * `withoutEffect`; `cloud-api/src/compose/effects.test.ts` refuses a call of the provider that reaches an effect from elsewhere. Two calls
 * of one effect have one rule for it, in `shared/rules`.
 */
export const callsByEffect: Readonly<Record<Effect, readonly string[]>> = {
  moneyBack: ['refundCharge', 'openRefund'],
  moneyTaken: [
    'createPaymentIntent',
    'capturePaymentIntent',
    'payInvoice',
    'collectDispute',
    'deductGiftCard',
    'createSubscription',
    'reinstateSubscription',
    'upgradeSubscription',
    'startCheckout',
  ],
  access: [
    'redeem',
    'openGate',
    'requestCoupon',
    'deductGiftCard',
    'createSubscription',
    'reinstateSubscription',
    'upgradeSubscription',
    'downgradeSubscription',
    'startCheckout',
    'payInvoice',
    'createCustomer',
    'saveCustomer',
    'replaceCode',
    'enableCode',
    'activateSitewatchPlan',
    'saveClubPlan',
    'registerLoyaltyCard',
    'updateLoyaltyGroups',
    'setCardGroup',
    'setCardField',
    'editLoyaltyCard',
  ],
  price: [
    'createSubscription',
    'reinstateSubscription',
    'downgradeSubscription',
    'changePrice',
    'releaseSchedule',
    'changeTax',
    'createPaymentIntent',
    'markUncollectable',
    'discontinueSubscription',
    'terminateSubscription',
    'deleteCustomer',
    'eraseCustomer',
    'createCustomer',
    'saveCustomer',
    'setCustomerMetadata',
    'scheduleIncrease',
    'createIncrease',
    'changeIncrease',
    'addPromo',
    'changePromo',
    'editProduct',
    'savePriceRange',
    'changeSetting',
    'setConfigOption',
    'setAllowManualEntry',
  ],
  message: [
    'sendWelcome',
    'textReceipt',
    'emailReceipt',
    'createSubscription',
    'payInvoice',
    'reinstateSubscription',
    'startCheckout',
    'createPaymentIntent',
    'changeIncrease',
  ],
  rights: [
    'addStaff',
    'changeStaff',
    'resetSecret',
    'resetCode',
    'unlockPin',
    'createServiceAccount',
    'createEnrolment',
    'setDeviceNetworks',
    'enrol',
    'stepUp',
    'loginEmployee',
    'loginUser',
    'loginServiceAccount',
    'refreshToken',
    'confirmCode',
    'setUpCode',
    'setConfigOption',
    'putFlags',
    'changeSetting',
    'blockAddress',
    'unblockAddress',
  ],
};

const reads = 'reads only';
const ownSession = 'concerns the caller’s own session';
const records = 'keeps a record, or moves it to where it belongs';
const takesAway = 'takes something away';
const upkeep = 'keeps the system running';

/**
 * When a call that every role may make asks for the PIN. Calls that need a role above Cashier always do, and so does a right above Cashier
 * within a call (docs/rules/access.md#pin-at-a-device).
 */
export const pinRules: Readonly<Record<string, string>> = {
  createPaymentIntent: 'an amount other than the sale’s',
  payInvoice: 'a stored card that was not read just now',
  createSubscription: 'a stored card that was not read just now, a free month, or a promotion',
  reinstateSubscription: 'a stored card that is charged now and was not read just now, or a free month',
  upgradeSubscription: 'a stored card that was not read just now',
  requestCoupon: 'always: a coupon is a wash without money',
};

/** Calls that take money, give access or lower a price, which a cashier does all day with the customer in front: they ask for no PIN. */
export const withoutPin: Readonly<Record<string, string>> = {
  capturePaymentIntent: 'the card was read or typed for this payment',
  deductGiftCard: 'the customer shows the gift card',
  startCheckout: 'the customer pays on a page of their own',
  redeem: 'a member may wash',
  openGate: 'limited at the gate, with an audit row and a reason',
  discontinueSubscription: 'takes a plan away; a cashier cannot end a plan they sold within 48 hours',
  createCustomer: 'tax exemption and Business Select need SupportCenter',
  saveCustomer: 'tax exemption and Business Select need SupportCenter',
  setCustomerMetadata: 'a kept price needs SalesManager',
  changeTax: 'needs SupportCenter, unless it follows an approved exemption',
  replaceCode: 'follows a plate that was changed on the customer',
  activateSitewatchPlan: 'sets what Stripe says; by hand it needs SalesManager',
  registerLoyaltyCard: 'a card of the customer in front',
  updateLoyaltyGroups: 'sets what the plan says; by hand it needs SalesManager',
};

/** The other calls that change something, with the reason. */
export const withoutEffect: Readonly<Record<string, string>> = {
  previewSignUp: reads,
  previewChange: reads,
  searchCharges: reads,
  searchInvoices: reads,
  searchSubscriptions: reads,
  enrolmentPreview: reads,
  liveTicket: reads,
  checkGate: reads,
  connectionToken: reads,
  chooseLocation: ownSession,
  enterPin: ownSession,
  revokeRefreshToken: takesAway,
  revokeDevice: takesAway,
  undoRedeem: takesAway,
  deleteServiceAccount: takesAway,
  endSessions: takesAway,
  deletePaymentMethod: takesAway,
  disableCode: takesAway,
  unlinkLoyalty: takesAway,
  deleteReader: takesAway,
  deleteNote: takesAway,
  cancelSignature: takesAway,
  attachPaymentMethod: 'chooses the card that later charges take',
  createSetupIntent: 'reads a card; what uses the reading has its own rule',
  subscriptionMetadata: records,
  acknowledgeIncrease: records,
  markLettersPrinted: records,
  printReceipt: records,
  disputeMetadata: records,
  disputeEvidence: records,
  saveEvidencePack: records,
  submitEvidencePack: records,
  addNote: records,
  markNote: records,
  requestSignature: records,
  signAgreement: records,
  clearSitewatchComment: records,
  updateSitewatchCustomer: records,
  linkLoyalty: records,
  addReason: records,
  changeReason: records,
  setSystemMessage: upkeep,
  registerReader: upkeep,
  clearClientMetrics: upkeep,
  clearErrors: upkeep,
  clearCache: upkeep,
  deleteCacheKey: upkeep,
  startAuditCheck: upkeep,
  dismissJob: upkeep,
  retryJob: upkeep,
  reportError: upkeep,
};

/** POST calls that only read. */
export const readingCalls: readonly string[] = Object.entries(withoutEffect).flatMap(([id, reason]) => (reason === reads ? [id] : []));
