import { expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from './all.ts';
import type { Endpoint } from './endpoint.ts';

/** Changes that set one switch or act once: the second of two callers overwrites nothing that the first typed. */
const overwriteNothing: Record<string, string> = {
  acknowledgeAlert: 'acts once',
  acknowledgeIncrease: 'acts once',
  blockAddress: 'adds to a list',
  cancelSignature: 'acts once',
  compareCustomer: 'asks only',
  declineErasure: 'acts once',
  dismissDifference: 'acts once',
  requestMemberErasure: 'acts once',
  saveMemberLanguage: 'one switch',
  checkGate: 'asks only',
  editLoyaltyCard: 'sets the given fields of a card, from the register’s own screen',
  linkLoyalty: 'computed from the mirror',
  markNote: 'one switch',
  openGate: 'acts once',
  printReceipt: 'acts once',
  repairDifference: 'acts once; an undo refuses what has changed since',
  repairDifferences: 'acts once',
  resumeOperation: 'continues what was asked before',
  revokeDevice: 'acts once',
  changeRollout: 'acts once',
  revokeSiteAgent: 'acts once',
  saveEvidencePack: 'each save is a version of its own',
  setAllowManualEntry: 'one switch, of the specification',
  decideLaneRead: 'acts once',
  decideIdentity: 'names what the caller saw in Sitewatch; another name is refused',
  startComparison: 'asks only',
  undoRepair: 'acts once; refused if the value has changed since',
  takeOverServiceAccount: 'the caller becomes the owner, whoever it was',
  setConfigOption: 'one switch, of the specification',
  signAgreement: 'acts once',
  unblockAddress: 'removes from a list',
  updateSitewatchCustomer: 'computed from the mirror',
  changeIncrease: 'a draft of one person, refused once it runs',
};

/** Names under which a body says what the caller saw. */
const seen = ['was', 'base', 'changed'];

function comparesWithSeen({ body }: Endpoint): boolean {
  return seen.some((name) =>
    JSON.stringify(body ? z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) : {}).includes(`"${name}":`),
  );
}

it('a call that sets a whole value says what the caller saw, or has a reason why it overwrites nothing', () => {
  const settingWhole = allEndpoints.filter(({ method, idempotency }) => method === 'PUT' || idempotency === 'natural');
  expect(settingWhole.filter((one) => !comparesWithSeen(one) && !(one.id in overwriteNothing)).map(({ id }) => id)).toEqual([]);
  const known = new Set(settingWhole.filter((one) => !comparesWithSeen(one)).map(({ id }) => id));
  expect(Object.keys(overwriteNothing).filter((id) => !known.has(id))).toEqual([]);
});
