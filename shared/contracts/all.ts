import { agentRoster } from './agent.ts';
import { chooseLocation, loginEmployee, loginServiceAccount, loginUser, refreshToken, revokeRefreshToken } from './auth.ts';
import { customerCharges, searchCharges } from './charge.ts';
import { editProduct, getPrice, listPrices, listProducts, locationPlans, locationPrices } from './catalogue.ts';
import { listClubPlans, saveClubPlan } from './club-plan.ts';
import { checkoutState, startCheckout } from './checkout.ts';
import { emailReceipt, sendWelcome, systemMessage, textReceipt } from './communication.ts';
import { getConfig, getFlags, putFlags } from './config.ts';
import { customerDiscounts, customerDxt, customerPlatesAndTags, customerUsage } from './customer-sitewatch.ts';
import { customerCheck, customerGeneral, searchCustomers } from './customer.ts';
import { createCustomer, deleteCustomer, saveCustomer, setCustomerMetadata } from './customer-edit.ts';
import { customerCards, customerInvoices, customerMetadata, customerSchedules, customerSubscriptions } from './customer-parts.ts';
import { deedState } from './deed.ts';
import { collectDispute, customerDisputes, disputeEvidence, disputeMetadata } from './dispute.ts';
import { createEnrolment, currentDevice, enrol, listDevices, revokeDevice } from './device.ts';
import type { Endpoint } from './endpoint.ts';
import { openGate } from './gate.ts';
import { deductGiftCard, findGiftCards } from './gift-card.ts';
import { markUncollectable, payInvoice, searchInvoices } from './invoice.ts';
import { liveTicket } from './live.ts';
import { listLocations } from './location.ts';
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
} from './loyalty.ts';
import { capturePaymentIntent, createPaymentIntent, getPaymentIntent } from './payment-intent.ts';
import { addNote, customerNotes, deleteNote, markNote } from './note.ts';
import { attachPaymentMethod, createSetupIntent, deletePaymentMethod, getPaymentMethod, getSetupIntent } from './payment-method.ts';
import { customerObligations, dismissObligation, listObligations, listStuckDeeds, retryObligation } from './obligation.ts';
import { listPromos } from './promo.ts';
import { findZip, listPriceRanges, listReasons, listStates, savePriceRange } from './reference.ts';
import {
  changePrice,
  discontinueSubscription,
  downgradeSubscription,
  getSubscription,
  terminateSubscription,
  upgradeSubscription,
} from './plan-change.ts';
import { acknowledgeIncrease, customerReceipts, getAgreement, getReceipt, printReceipt } from './receipt.ts';
import { openRefund, refundCharge } from './refund.ts';
import { clubPlan, listHosts, recentUsages, redeem } from './redeem.ts';
import { getSale, listSales } from './sale.ts';
import { findEmployee, terminalLookup } from './sitewatch.ts';
import { listColors, listMakes, listModels, listSites, listTerminals, topSellers } from './sitewatch-lists.ts';
import { stepUp } from './step-up.ts';
import { cancelSignature, customerSignatures, requestSignature, signAgreement, waitingSignatures } from './signature.ts';
import {
  activateSitewatchPlan,
  clearSitewatchComment,
  disableCode,
  enableCode,
  replaceCode,
  sitewatchCustomerByCode,
  updateSitewatchCustomer,
} from './sitewatch-member.ts';
import { reportError } from './status.ts';
import { createSubscription, reinstateSubscription, subscriptionPlans } from './subscription.ts';
import { changeTax, searchSubscriptions, subscriptionMetadata } from './subscription-edit.ts';
import { latestInvoice, previewChange, previewSignUp } from './subscription-preview.ts';
import { releaseSchedule, scheduleIncrease } from './subscription-schedule.ts';
import { connectionToken, deleteReader, listReaders, registerReader } from './terminal.ts';

/** Every call there is: what the OpenAPI document prints and what the mount test proves reachable. */
export const allEndpoints: readonly Endpoint[] = [
  loginEmployee,
  loginUser,
  loginServiceAccount,
  refreshToken,
  revokeRefreshToken,
  stepUp,
  chooseLocation,
  createEnrolment,
  enrol,
  currentDevice,
  listDevices,
  revokeDevice,
  getConfig,
  getFlags,
  putFlags,
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
  listSales,
  getSale,
  listPromos,
  listStates,
  listReasons,
  listPriceRanges,
  savePriceRange,
  findZip,
  listClubPlans,
  saveClubPlan,
  customerNotes,
  addNote,
  markNote,
  deleteNote,
  systemMessage,
  sendWelcome,
  textReceipt,
  emailReceipt,
  redeem,
  clubPlan,
  listHosts,
  recentUsages,
  openGate,
  searchCustomers,
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
  deedState,
  customerObligations,
  listObligations,
  listStuckDeeds,
  retryObligation,
  dismissObligation,
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
  collectDispute,
  createSubscription,
  previewSignUp,
  previewChange,
  latestInvoice,
  subscriptionPlans,
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
