import { randomUUID } from 'node:crypto';
import type { Member } from '@washdesk/simulators/company/member-model';
import type { Browser } from '../sign-ups/sign-up-browser.ts';

/** The member whose plan is changed, and the change. */
export interface ChangingMember {
  member: Member;
  /** The change, as its path names it. */
  change: 'upgrade' | 'terminate';
  body: Record<string, unknown>;
  key: string;
  job: string;
}

export const upgradeOf = (member: Member, price: string): ChangingMember => changing(member, 'upgrade', { price });
export const terminationOf = (member: Member): ChangingMember => changing(member, 'terminate', { reason: 'Moved away' });

const changing = (member: Member, change: ChangingMember['change'], body: Record<string, unknown>): ChangingMember => ({
  member,
  change,
  body,
  key: randomUUID(),
  job: randomUUID(),
});

export const planChangeSteps: readonly ((browser: Browser, who: ChangingMember) => Promise<void>)[] = [
  async (browser, { member, change, body, key }) => {
    await browser.operate(`/subscription/${member.subscription!.id}/${change}`, body, key);
  },
  async (browser, { member, key }) => {
    await browser.follow('/note', key, { body: { note: 'Plan changed', customerId: member.id } });
    await browser.look(`/customer/${member.id}/general`);
  },
  (browser, { key }) => browser.follow('/firebird/activateplan', key),
  (browser, { member, job }) =>
    browser.follow(`/receipt/${member.subscription!.id}/print`, undefined, { body: { job, kind: 'planchange' } }),
  (browser, { key }) => browser.follow('/logix/groups', key),
];
