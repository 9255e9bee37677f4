import { daysBefore } from './calendar.ts';
import type { EdgeCaseKey } from './edge-cases.ts';
import type { Member, EdgeCase, OptOut, SignUp } from './member-model.ts';
import { uuidAt, type Random } from './random.ts';

/** In days. Receipts and agreements of older sign-ups exist on paper only. */
const keptDays = 400;
const signing = 0.9;
const signingSeconds = 150;

/** Returns the receipts and agreements of plans sold since receipts are stored. */
export function makeSignUps(random: Random, now: Date, members: readonly Member[], edgeCases: Record<EdgeCaseKey, EdgeCase>): SignUp[] {
  const oldest = daysBefore(now, keptDays).toISOString();
  return members.flatMap(({ id: customer, deleted, subscription }) => {
    const signs = random.chance(signing) || customer === edgeCases.signed.customer;
    if (deleted || !subscription || subscription.status === 'incomplete' || subscription.created < oldest) return [];
    const { created: at, metadata } = subscription;
    const online = metadata['incomplete'] === 'true';
    const pending = customer === edgeCases.signaturePending.customer;
    const signedAt = new Date(Date.parse(at) + random.whole(20, signingSeconds) * 1000).toISOString();
    const signature = { id: uuidAt(random, at), signedAt: pending ? null : signedAt };
    const place = { site: Number(metadata['site']), terminal: metadata['terminal'] ?? null };
    return [{ customer, receipt: uuidAt(random, at), at, ...place, signature: (signs || pending) && !online ? signature : null }];
  });
}

const silent = 0.02;

/** Returns the customers who texted STOP or unsubscribed from e-mail. */
export function makeOptOuts(random: Random, now: Date, members: readonly Member[], edgeCases: Record<EdgeCaseKey, EdgeCase>): OptOut[] {
  const special = new Set(Object.values(edgeCases).map(({ customer }) => customer));
  const both = edgeCases.optedOut.customer;
  const since = daysBefore(now, 12).toISOString();
  // two members can share a phone, which sends STOP once
  const phones = new Set(members.flatMap(({ id, phone }) => (id === both ? [phone] : [])));
  const others = members.flatMap(({ id, deleted, phone }): OptOut[] => {
    const channel = random.chance(0.7) ? 'sms' : 'email';
    if (!random.chance(silent) || deleted || special.has(id) || phones.has(phone)) return [];
    phones.add(phone);
    return [{ customer: id, channel, since }];
  });
  return [{ customer: both, channel: 'sms', since }, { customer: both, channel: 'email', since }, ...others];
}
