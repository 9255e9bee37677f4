import type { z } from 'zod';
import { commands, type CommandPayload, type CommandResult } from '@washdesk/site-protocol/commands';
import type { PosWrite } from '../../../ports/pos-writes.ts';
import { activatePlan } from './activate-plan.ts';
import { clearComment } from './clear-comment.ts';
import { saveClubPlan } from './club-plan.ts';
import { converge } from './converge.ts';
import { eraseCustomer } from './erase-customer.ts';
import { deductGiftCard } from './gift-card.ts';
import { replaceCode, switchCode } from './switch-code.ts';
import type { WriteContext } from './write-context.ts';

type Writes = { [N in PosWrite]: (on: WriteContext, payload: CommandPayload<N>) => Promise<CommandResult<N>> };

type Replies = { [N in PosWrite]: { reply: z.ZodType<CommandResult<N>> } };

/**
 * The schema of each command's stored result, for a repeated id. A result stored by a later release reads as unknown, for the cloud too.
 */
export const replies = commands as Replies;

/** The writes of each command, in one transaction. A command that throws writes nothing. */
export const writes: Writes = {
  'sitewatch.converge': converge,
  'sitewatch.activate-plan': activatePlan,
  'sitewatch.switch-code': switchCode,
  'sitewatch.replace-code': replaceCode,
  'sitewatch.clear-comment': clearComment,
  'sitewatch.erase-customer': eraseCustomer,
  'sitewatch.deduct-gift-card': async (on, deduction) => ({ ...(await deductGiftCard(on, deduction)), repeated: false }),
  'sitewatch.save-club-plan': saveClubPlan,
};
