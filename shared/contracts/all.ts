import { agentRoster } from './agent.ts';
import { chooseLocation, loginEmployee, loginServiceAccount, loginUser, refreshToken, revokeRefreshToken } from './auth.ts';
import { customerCharges, searchCharges } from './charge.ts';
import { editProduct, getPrice, listPrices, listProducts, locationPlans, locationPrices } from './catalogue.ts';
import { checkoutState, startCheckout } from './checkout.ts';
import { systemMessage } from './communication.ts';
import { getConfig, getFlags, putFlags } from './config.ts';
import { customerCheck, customerGeneral, searchCustomers } from './customer.ts';
import { createCustomer, deleteCustomer, saveCustomer, setCustomerMetadata } from './customer-edit.ts';
import { customerCards, customerInvoices, customerMetadata, customerSchedules, customerSubscriptions } from './customer-parts.ts';
import { deedState } from './deed.ts';
import { collectDispute, customerDisputes, disputeEvidence, disputeMetadata } from './dispute.ts';
import { createEnrolment, currentDevice, enrol, listDevices, revokeDevice } from './device.ts';
import type { Endpoint } from './endpoint.ts';
import { openGate } from './gate.ts';
import { markUncollectable, payInvoice, searchInvoices } from './invoice.ts';
import { liveTicket } from './live.ts';
import { listLocations } from './location.ts';
import { capturePaymentIntent, createPaymentIntent, getPaymentIntent } from './payment-intent.ts';
import { attachPaymentMethod, createSetupIntent, deletePaymentMethod, getPaymentMethod } from './payment-method.ts';
import { listPromos } from './promo.ts';
import {
  changePrice,
  discontinueSubscription,
  downgradeSubscription,
  getSubscription,
  terminateSubscription,
  upgradeSubscription,
} from './plan-change.ts';
import { getReceipt, printReceipt } from './receipt.ts';
import { openRefund, refundCharge } from './refund.ts';
import { clubPlan, listHosts, recentUsages, redeem } from './redeem.ts';
import { findEmployee, terminalLookup } from './sitewatch.ts';
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
  listPromos,
  systemMessage,
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
  getReceipt,
  printReceipt,
  liveTicket,
  agentRoster,
  deedState,
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
  reportError,
];
