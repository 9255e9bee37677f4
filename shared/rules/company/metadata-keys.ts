/**
 * Every metadata key that Washdesk writes or reads at the card provider. Values are text: a flag is 'true' or 'false', an instant epoch
 * seconds.
 */
export const customerKeys = {
  plate: 'CustomerCode',
  tag: 'SecondaryCode',
  theCard: 'TheCardNumber',
  carMake: 'CarMake',
  carModel: 'CarModel',
  carColor: 'CarColor',
  site: 'site',
  isCommercial: 'isCommercial',
  isTruck: 'isTruck',
  isBusinessSelect: 'isBusinessSelect',
  isFleet: 'isFleet',
  isUberLyft: 'isUberLyft',
  createdOnline: 'createdOnline',
  /** The language of the online sign-up: 'en' or 'es'. */
  lang: 'lang',
  incomplete: 'incomplete',
  last4: 'last4',
  clonedFrom: 'clonedFrom',
  clonedTo: 'clonedTo',
  /** The id of a price kept for the member until `nextPriceExpires`. */
  nextPrice: 'nextprice',
  nextPriceExpires: 'nextpriceexpires',
  badEmail: 'bademail',
  priceChangeData: 'price_change_data',
  scheduleAcknowledged: 'scheduleAcknowledged',
  oldId: 'old_id',
  sitewatchId: 'sitewatchId',
} as const;

export const subscriptionKeys = {
  employeeName: 'employeename',
  employeeNumber: 'employeenumber',
  site: 'site',
  terminal: 'terminal',
  promo: 'promo',
  /** Months for which the price is guaranteed. */
  planDuration: 'planduration',
  /** 'true' for a subscription sold online until a cashier completes it. */
  incomplete: 'incomplete',
  termsAgreed: 'termsagreed',
  /** The version of the online terms that the customer accepted. */
  termsVersion: 'termsversion',
  signUpCompleted: 'signupcompleted',
  saleId: 'saleid',
  freeForMonth: 'freeformonth',
  doNotProrate: 'donotprorate',
  chargeForLastMonth: 'chargeforlastmonth',
  /** On a subscription from a reinstatement: the ended subscription. */
  oldId: 'old_id',
  acknowledged: 'Acknowledged',
  acknowledgedSite: 'AcknowledgedSite',
} as const;

/** Keys of a scheduled increase, besides those of the employee who created it. */
export const scheduleKeys = {
  /** The sale item: 'PI 32.99 Sold'. */
  item: 'increaseitem',
  originalPrice: 'originalprice',
  /** The id of the bulk price increase that created it; missing if a person created it for this subscription alone. */
  bulkIncrease: 'bulkincrease',
} as const;

export const productKeys = {
  clubCode: 'Sitewatch_Club_Code',
  downgradeClass: 'downgrade_class',
  upgradeClass: 'upgrade_class',
  productClass: 'product_class',
  sortOrder: 'sort_order',
  stripeRedeem: 'stripe_redeem',
  /** Months for which a price sold online is guaranteed; without it, those of the settings. */
  planDuration: 'planduration',
} as const;

export const priceKeys = {
  site: 'site',
  productClass: 'product_class',
  availableOnline: 'availableonline',
  allowProrate: 'allow_prorate',
  /** 'false' if only an increase, a price change or the cap of a downgrade leads to the price. */
  currentPrice: 'current_price',
  nextPrice: 'next_price',
} as const;

export const locationKeys = {
  site: 'site',
  state: 'state',
  defaultPlateState: 'defaultplatestate',
  /** The id of the tax rate for the site's plans. */
  taxRate: 'taxrate',
} as const;

/** Keys of a charge and its PaymentIntent: who took it and where. */
export const paymentKeys = {
  site: 'site',
  terminal: 'terminal',
  employeeName: 'employeename',
  employeeNumber: 'employeenumber',
  saleId: 'saleid',
  /** Whether Sitewatch had confirmed the sale when the payment began: verified, unverified, or overridden for another amount. */
  saleCheck: 'salecheck',
  /** The sale's amount in cents, if a person charged another one (AllowManualEntry). */
  originalAmount: 'originalamount',
  /** Why, as the person entered it. */
  overrideReason: 'overridereason',
  /** Stored with the payment for the company; not on the card statement. */
  refNumber: 'refnumber',
  description: 'description',
  /** The dispute whose amount the charge collects. */
  dispute: 'dispute',
} as const;

export const refundKeys = {
  employeeName: 'employeename',
  employeeNumber: 'employeenumber',
  site: 'site',
  terminal: 'terminal',
  description: 'description',
  note: 'note',
} as const;

export const disputeKeys = {
  feesCollected: 'feescollected',
  /** The charge that collected the disputed amount. */
  recoveryCharge: 'recoverycharge',
  /** The evidence pack stored with the dispute. */
  evidencePack: 'evidencepack',
} as const;

/** Returns the operation that created a provider's object; null if Washdesk did not. */
export const operationOf = (metadata: Readonly<Record<string, string>> | null | undefined): string | null =>
  metadata?.['operation'] ?? null;
