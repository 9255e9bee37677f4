import type { IncreaseMember, PriceIncrease } from '@washdesk/contracts/billing/plans/price-increase';
import { skipReasons } from '@washdesk/rules/plans/bulk-increase';
import type { OfferedPlan } from '@washdesk/rules/plans/offered-plan';
import { foreignCursor } from '../../../common/page-cursor.ts';
import type { MemberCursor, MemberRow } from './increase-members.store.ts';
import type { IncreaseRow } from './price-increases.store.ts';

export const viewIncrease = ({ id, name, created, createdBy, effective, state, members }: IncreaseRow): PriceIncrease => ({
  id,
  name,
  created: created.toISOString(),
  createdBy,
  effectiveDate: effective,
  state,
  members,
});

export const viewMember = (row: MemberRow, plans: ReadonlyMap<string, OfferedPlan>): IncreaseMember => {
  const { name, oldPrice, reason, detail, notice, ...same } = row;
  return {
    ...same,
    name: name === '' ? null : name,
    plan: plans.get(oldPrice)?.name ?? 'A price that’s no longer sold',
    reason: detail ?? (reason && skipReasons[reason]),
    notice: notice && { ...notice, told: notice.told && new Date(notice.told).toISOString() },
  };
};

/** Returns who started the work, as stored. */
export const nameIn = (stored: { name?: string } | null): string | null => stored?.name ?? null;

export const encodeMember = ({ name, subscription }: MemberCursor): string =>
  Buffer.from(JSON.stringify([name, subscription])).toString('base64url');

/** @throws Failure 400 for a foreign cursor */
export function memberCursor(page: string | undefined): MemberCursor | null {
  if (!page) return null;
  const parts = /^\["(?<name>.*)","(?<subscription>[\w-]{1,80})"\]$/su.exec(Buffer.from(page, 'base64url').toString());
  const { name, subscription } = parts?.groups ?? {};
  if (name === undefined || !subscription) throw foreignCursor();
  try {
    return { name: JSON.parse(`"${name}"`) as string, subscription };
  } catch {
    throw foreignCursor();
  }
}
