import type { MemberOverview } from '@washdesk/contracts/members/member';
import { CallFailed, newKey } from '../lib/call.ts';
import { finishCard, readMember } from './member-calls.ts';
import { noteSignedIn } from './signed-in.ts';

export interface MemberRead {
  member: MemberOverview;
  /** The card that the member entered on the provider's page before this read; null without a return from there. */
  returned: { card: { brand: string | null; last4: string | null } | null; failure: CallFailed | null } | null;
}

/** The id of a session at the provider: any other text could name another call. */
const sessionForm = /^cs_\w+$/;

export function cardPageInAddress(): string | null {
  const named = new URLSearchParams(window.location.search).get('card');
  return named !== null && sessionForm.test(named) ? named : null;
}

function forgetCardPage(): void {
  const address = new URL(window.location.href);
  address.searchParams.delete('card');
  window.history.replaceState(window.history.state, '', address);
}

/** Reads the member; if the browser returns from the page for a card, saves that card first. */
export async function readMemberAndCard(signal: AbortSignal): Promise<MemberRead> {
  try {
    const session = cardPageInAddress();
    const returned = session === null ? null : await finish(session);
    if (returned) forgetCardPage();
    const member = await readMember(signal);
    noteSignedIn(true);
    return { member, returned };
  } catch (error) {
    if (error instanceof CallFailed && error.status === 401) noteSignedIn(false);
    throw error;
  }
}

/** The session is the key of the change, so a new one in the header does no harm. */
async function finish(session: string): Promise<MemberRead['returned']> {
  try {
    const { card } = await finishCard(session, newKey());
    return { card, failure: null };
  } catch (error) {
    // signed out, or no response: the return is handled when the member is read again
    if (!(error instanceof CallFailed) || error.status === null || error.status === 401 || error.status >= 500) throw error;
    return { card: null, failure: error };
  }
}
