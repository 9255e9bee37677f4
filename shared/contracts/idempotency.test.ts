import { describe, expect, it } from 'vitest';
import { allEndpoints } from './all.ts';

const signsIn = 'a sign-in, or part of one: it hands out a session or guards it by its own limits';
const readsOnly = 'reads only; its search is too long for a query';
const sameKey = 'a repetition with the same key returns the same certificate';
const secretOnce = 'its answer holds a secret that is shown once and never stored';

/** Calls other than GET that declare no idempotency, with the reason. */
const undeclared: Record<string, string> = {
  loginEmployee: signsIn,
  loginUser: signsIn,
  loginServiceAccount: signsIn,
  refreshToken: signsIn,
  revokeRefreshToken: signsIn,
  enterPin: signsIn,
  unlockPin: signsIn,
  setUpCode: signsIn,
  confirmCode: signsIn,
  resetCode: signsIn,
  stepUp: signsIn,
  chooseLocation: signsIn,
  changeSecret: signsIn,
  requestMemberLink: signsIn,
  requestMemberCode: signsIn,
  openMemberSession: signsIn,
  endMemberSession: signsIn,
  resetSecret: 'a PIN could be guessed from the stored hash of the request',
  createServiceAccount: secretOnce,
  createEnrolment: secretOnce,
  createAgentCode: secretOnce,
  agentToken: signsIn,
  enrollAgent: sameKey,
  renewAgentCertificate: sameKey,
  enrol: secretOnce,
  connectionToken: secretOnce,
  liveTicket: secretOnce,
  consoleTicket: secretOnce,
  enrolmentPreview: readsOnly,
  searchInvoices: readsOnly,
  searchCharges: readsOnly,
  searchSubscriptions: readsOnly,
  checkSiteConfiguration: readsOnly,
  previewSignUp: readsOnly,
  previewChange: readsOnly,
  onlinePreview: readsOnly,
  onlineSearch: 'reads; a sign-up attempt that is counted twice harms nobody',
  reportError: 'an error that is reported twice harms nobody',
};

describe('every call that may change something', () => {
  const changing = allEndpoints.filter(({ method }) => method !== 'GET');

  it('declares what a repetition does, or is listed here with the reason', () => {
    expect(changing.filter(({ id, idempotency }) => !idempotency && !(id in undeclared)).map(({ id }) => id)).toEqual([]);
  });

  it('is listed only while it declares nothing', () => {
    const open = new Set(changing.filter(({ idempotency }) => !idempotency).map(({ id }) => id));
    expect(Object.keys(undeclared).filter((id) => !open.has(id))).toEqual([]);
  });

  it('is no public call under an optional key: the key of a change belongs to the person or program signed in', () => {
    const keyed = allEndpoints.filter(({ idempotency }) => idempotency === 'optional');
    expect(keyed.length).toBeGreaterThan(20);
    expect(keyed.filter(({ access }) => access.kind === 'public' || access.kind === 'device').map(({ id }) => id)).toEqual([]);
  });
});
