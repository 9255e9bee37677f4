import { agentRoster } from './agent.ts';
import { chooseLocation, loginEmployee, loginServiceAccount, loginUser, refreshToken, revokeRefreshToken } from './auth.ts';
import { systemMessage } from './communication.ts';
import { getConfig, getFlags, putFlags } from './config.ts';
import { customerCheck, customerGeneral, searchCustomers } from './customer.ts';
import { createEnrolment, currentDevice, enrol, listDevices, revokeDevice } from './device.ts';
import type { Endpoint } from './endpoint.ts';
import { openGate } from './gate.ts';
import { liveTicket } from './live.ts';
import { listLocations } from './location.ts';
import { listPromos } from './promo.ts';
import { getReceipt, printReceipt } from './receipt.ts';
import { clubPlan, listHosts, recentUsages, redeem } from './redeem.ts';
import { findEmployee, terminalLookup } from './sitewatch.ts';
import { reportError } from './status.ts';
import { connectionToken, listReaders } from './terminal.ts';

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
  getReceipt,
  printReceipt,
  liveTicket,
  agentRoster,
  reportError,
];
