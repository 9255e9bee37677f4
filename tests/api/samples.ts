import { randomUUID } from 'node:crypto';
import { member } from './members.ts';

/** One good call of a contract. */
export interface Sample {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** By the contract's id. A contract without one fails the tests: its bad inputs are bent from the good call. */
export const samples: Readonly<Record<string, Sample>> = {
  loginEmployee: { body: { employee: 101, pin: '1234', asCashier: true } },
  loginUser: { body: { username: 'sam', password: 'correct horse' } },
  loginServiceAccount: { body: { client_id: 'agent-12', client_secret: 'a secret' } },
  refreshToken: { body: { refreshToken: 'not-a-token' } },
  revokeRefreshToken: { params: { id: randomUUID() } },
  chooseLocation: { body: { locationId: 'tml_joliet', terminal: 'Washcashier1' } },
  createEnrolment: { body: { kind: 'register', name: 'Register 2', site: 12, terminal: 'Washcashier2' } },
  enrol: { body: { token: 'AAAAAAAAAAAAAAAAAAAAAA' } },
  currentDevice: {},
  listDevices: {},
  revokeDevice: { params: { id: randomUUID() } },
  getConfig: {},
  getFlags: {},
  putFlags: { body: [{ name: 'new-screen', description: 'Shows it', value: true }] },
  listLocations: {},
  listReaders: { query: { location: 'tml_joliet' } },
  connectionToken: {},
  findEmployee: { params: { number: '101' } },
  terminalLookup: { query: { xptUser: 'Washcashier1' } },
  listPromos: {},
  systemMessage: {},
  redeem: { params: { code: member.plate }, query: { redeem: 'no', type: 'WASH', terminalname: 'Washcashier1', employeeId: '101' } },
  clubPlan: { params: { code: member.plate }, query: { type: 'WASH', terminalname: 'Washcashier1' } },
  listHosts: {},
  recentUsages: {},
  openGate: { params: { host: 'north' }, body: { commandId: randomUUID(), reason: 'member waits' } },
  searchCustomers: { params: { term: 'moore' } },
  customerCheck: { params: { code: member.plate } },
  customerGeneral: { params: { id: member.customer } },
  getReceipt: { params: { id: member.usage }, query: { output: 'display', format: 'text', kind: 'redeem' } },
  printReceipt: { params: { id: member.usage }, body: { job: randomUUID(), kind: 'redeem' } },
  liveTicket: { body: { topic: 'gate', host: 'north' } },
  agentRoster: { query: { since: '0' } },
  reportError: {
    body: { error: { name: 'Error', message: 'it broke', stack: 'at x' }, componentStack: null, timestamp: 1, path: '/redeem' },
  },
};
