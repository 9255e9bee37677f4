import { agentRoster } from './lane/agent.ts';
import {
  chooseLocation,
  loginEmployee,
  loginServiceAccount,
  loginUser,
  refreshToken,
  revokeRefreshToken,
  unlockPin,
} from './access/auth.ts';
import { customerCharges, searchCharges } from './billing/charge.ts';
import { editProduct, getPrice, listPrices, listProducts, locationPlans, locationPrices } from './billing/catalogue.ts';
import { listClubPlans, saveClubPlan } from './sites/club-plan.ts';
import { checkoutState, startCheckout } from './billing/checkout.ts';
import { emailReceipt, sendWelcome, setSystemMessage, systemMessage, textReceipt } from './members/communication.ts';
import { getConfig, getFlags, putFlags, setAllowManualEntry, setConfigOption } from './company/config.ts';
import { customerDiscounts, customerDxt, customerPlatesAndTags, customerUsage } from './members/customer-sitewatch.ts';
import { customerCheck, customerGeneral, searchCustomers, suggestCustomers } from './members/customer.ts';
import { createCustomer, deleteCustomer, saveCustomer, setCustomerMetadata } from './members/customer-edit.ts';
import { customerCards, customerInvoices, customerMetadata, customerSchedules, customerSubscriptions } from './members/customer-parts.ts';
import { customerSummary } from './members/customer-summary.ts';
import { customerTimeline } from './members/customer-timeline.ts';
import { operationState } from './system/operation.ts';
import { collectDispute, customerDisputes, disputeEvidence, disputeMetadata, previewCollection } from './billing/dispute.ts';
import { evidencePdf, getEvidencePack, saveEvidencePack, submitEvidencePack } from './billing/dispute-evidence.ts';
import { createEnrolment, currentDevice, enrol, enrolmentPreview, listDevices, revokeDevice } from './access/device.ts';
import type { Endpoint } from './endpoint.ts';
import { openGate } from './lane/gate.ts';
import { deductGiftCard, findGiftCards } from './sites/gift-card.ts';
import { markUncollectable, payInvoice, searchInvoices } from './billing/invoice.ts';
import { liveTicket } from './system/live.ts';
import { listLocations } from './sites/location.ts';
import {
  customerLoyaltyCard,
  editLoyaltyCard,
  findLoyaltyCard,
  linkLoyalty,
  registerLoyaltyCard,
  setCardField,
  setCardGroup,
  unlinkLoyalty,
  updateLoyaltyGroups,
} from './members/loyalty.ts';
import { capturePaymentIntent, createPaymentIntent, getPaymentIntent } from './billing/payment-intent.ts';
import { addNote, customerNotes, deleteNote, markNote } from './members/note.ts';
import { attachPaymentMethod, createSetupIntent, deletePaymentMethod, getPaymentMethod, getSetupIntent } from './billing/payment-method.ts';
import { customerJobs, dismissJob, listJobs, listStuckOperations, retryJob } from './system/job.ts';
import { listPromos } from './company/promo.ts';
import { addPromo, addReason, changePromo, changeReason, listAllReasons } from './company/choice.ts';
import { changeSetting, listSettings } from './company/setting.ts';
import { clearCache, deleteCacheKey, getCacheInfo, listCacheKeys } from './system/cache.ts';
import { disputeList, incompleteList, openJobList, pastDueList } from './members/worklist.ts';
import { getNumbers, numberMembers } from './company/numbers.ts';
import { getReport, multiActiveCodes } from './company/report.ts';
import { salesByEmployee, soldPlans } from './company/sales.ts';
import { findZip, listPriceRanges, listReasons, listStates, savePriceRange } from './company/reference.ts';
import {
  changePrice,
  discontinueSubscription,
  downgradeSubscription,
  getSubscription,
  terminateSubscription,
  upgradeSubscription,
} from './billing/plan-change.ts';
import { acknowledgeIncrease, customerReceipts, getAgreement, getReceipt, printReceipt } from './billing/receipt.ts';
import { confirmCode, listStaff, resetCode, setUpCode } from './access/one-time-code.ts';
import { openRefund, refundCharge } from './billing/refund.ts';
import { clubPlan, listHosts, recentUsages, redeem } from './lane/redeem.ts';
import { getSale, listSales } from './sites/sale.ts';
import { findEmployee, terminalLookup } from './sites/sitewatch.ts';
import { requestCoupon } from './sites/wash-coupon.ts';
import { listColors, listMakes, listModels, listSites, listTerminals, topSellers } from './sites/sitewatch-lists.ts';
import { endSessions, listRefreshTokens } from './access/session-list.ts';
import { createServiceAccount, deleteServiceAccount, listServiceAccounts } from './access/service-account.ts';
import { addStaff, changeStaff, resetSecret } from './access/staff.ts';
import { getAuditCheck, getAuditEntry, listAudit, listAuditActions, startAuditCheck } from './system/audit.ts';
import { blockAddress, getBlacklist, unblockAddress } from './system/blacklist.ts';
import { clearClientMetrics, listClientMetrics } from './system/client-metrics.ts';
import { clearErrors, listErrors } from './system/error-list.ts';
import { stepUp } from './access/step-up.ts';
import { cancelSignature, customerSignatures, requestSignature, signAgreement, waitingSignatures } from './members/signature.ts';
import {
  activateSitewatchPlan,
  clearSitewatchComment,
  disableCode,
  enableCode,
  replaceCode,
  sitewatchCustomerByCode,
  updateSitewatchCustomer,
} from './sites/sitewatch-member.ts';
import { reportError } from './system/status.ts';
import { createSubscription, reinstateSubscription, subscriptionPlans, subscriptionPrices } from './billing/subscription.ts';
import { changeTax, searchSubscriptions, subscriptionMetadata } from './billing/subscription-edit.ts';
import { latestInvoice, previewChange, previewEnding, previewSignUp } from './billing/subscription-preview.ts';
import { increaseLetters, increaseNotices, markLettersPrinted, previewNotice } from './billing/increase-notice.ts';
import { changeIncrease, createIncrease, getIncrease, increaseMembers, increaseOptions, listIncreases } from './billing/price-increase.ts';
import { releaseSchedule, scheduleIncrease } from './billing/subscription-schedule.ts';
import { connectionToken, deleteReader, listReaders, registerReader } from './sites/terminal.ts';

/** Every call there is: what the OpenAPI document prints and what the mount test proves reachable. */
export const allEndpoints: readonly Endpoint[] = [
  loginEmployee,
  loginUser,
  loginServiceAccount,
  refreshToken,
  revokeRefreshToken,
  unlockPin,
  setUpCode,
  confirmCode,
  resetCode,
  listStaff,
  stepUp,
  listErrors,
  clearErrors,
  listAudit,
  listAuditActions,
  getAuditEntry,
  getAuditCheck,
  startAuditCheck,
  listClientMetrics,
  clearClientMetrics,
  getBlacklist,
  blockAddress,
  unblockAddress,
  listRefreshTokens,
  endSessions,
  addStaff,
  changeStaff,
  resetSecret,
  listServiceAccounts,
  createServiceAccount,
  deleteServiceAccount,
  chooseLocation,
  createEnrolment,
  enrol,
  enrolmentPreview,
  currentDevice,
  listDevices,
  revokeDevice,
  getConfig,
  getFlags,
  putFlags,
  setConfigOption,
  setAllowManualEntry,
  listLocations,
  listReaders,
  connectionToken,
  registerReader,
  deleteReader,
  findEmployee,
  terminalLookup,
  listMakes,
  listModels,
  listColors,
  listSites,
  listTerminals,
  topSellers,
  findGiftCards,
  deductGiftCard,
  requestCoupon,
  listSales,
  getSale,
  listPromos,
  listStates,
  listReasons,
  listPriceRanges,
  savePriceRange,
  pastDueList,
  incompleteList,
  openJobList,
  disputeList,
  getReport,
  multiActiveCodes,
  getNumbers,
  numberMembers,
  salesByEmployee,
  soldPlans,
  getCacheInfo,
  listCacheKeys,
  deleteCacheKey,
  clearCache,
  listSettings,
  changeSetting,
  addPromo,
  changePromo,
  listAllReasons,
  addReason,
  changeReason,
  findZip,
  listClubPlans,
  saveClubPlan,
  customerNotes,
  addNote,
  markNote,
  deleteNote,
  systemMessage,
  setSystemMessage,
  sendWelcome,
  textReceipt,
  emailReceipt,
  redeem,
  clubPlan,
  listHosts,
  recentUsages,
  openGate,
  searchCustomers,
  suggestCustomers,
  customerCheck,
  customerGeneral,
  createCustomer,
  saveCustomer,
  setCustomerMetadata,
  deleteCustomer,
  customerSubscriptions,
  customerSchedules,
  customerInvoices,
  customerCards,
  customerMetadata,
  customerSummary,
  customerTimeline,
  customerUsage,
  customerDiscounts,
  customerPlatesAndTags,
  customerDxt,
  customerLoyaltyCard,
  registerLoyaltyCard,
  findLoyaltyCard,
  setCardGroup,
  setCardField,
  editLoyaltyCard,
  linkLoyalty,
  updateLoyaltyGroups,
  unlinkLoyalty,
  getReceipt,
  printReceipt,
  acknowledgeIncrease,
  getAgreement,
  customerReceipts,
  liveTicket,
  agentRoster,
  operationState,
  customerJobs,
  listJobs,
  listStuckOperations,
  retryJob,
  dismissJob,
  payInvoice,
  markUncollectable,
  searchInvoices,
  listProducts,
  editProduct,
  listPrices,
  getPrice,
  locationPlans,
  locationPrices,
  attachPaymentMethod,
  getPaymentMethod,
  deletePaymentMethod,
  createSetupIntent,
  getSetupIntent,
  createPaymentIntent,
  getPaymentIntent,
  capturePaymentIntent,
  searchCharges,
  customerCharges,
  refundCharge,
  openRefund,
  customerDisputes,
  disputeEvidence,
  disputeMetadata,
  previewCollection,
  collectDispute,
  getEvidencePack,
  evidencePdf,
  saveEvidencePack,
  submitEvidencePack,
  createSubscription,
  previewSignUp,
  previewChange,
  previewEnding,
  latestInvoice,
  subscriptionPlans,
  subscriptionPrices,
  reinstateSubscription,
  getSubscription,
  upgradeSubscription,
  downgradeSubscription,
  changePrice,
  discontinueSubscription,
  terminateSubscription,
  subscriptionMetadata,
  changeTax,
  searchSubscriptions,
  scheduleIncrease,
  releaseSchedule,
  listIncreases,
  increaseOptions,
  createIncrease,
  getIncrease,
  increaseMembers,
  changeIncrease,
  increaseNotices,
  previewNotice,
  increaseLetters,
  markLettersPrinted,
  startCheckout,
  checkoutState,
  requestSignature,
  waitingSignatures,
  signAgreement,
  cancelSignature,
  customerSignatures,
  updateSitewatchCustomer,
  activateSitewatchPlan,
  sitewatchCustomerByCode,
  enableCode,
  disableCode,
  replaceCode,
  clearSitewatchComment,
  reportError,
];
