import type { GateAnswer } from '@washdesk/contracts/lane/gate';

/**
 * Returns a sentence for the cashier. `reason` comes from the agent and names the cause at the site. `noReadback`: the gate never reports
 * that it opened (docs/decisions/0083-relays-without-readback.md). `held`: it opens when the wash is free.
 */
export function gateSentence(
  result: GateAnswer['result'],
  gate: string,
  reason: string | null,
  { noReadback = false, held = false } = {},
): string {
  const because = reason ? `: ${reason}` : '';
  switch (result) {
    case 'opened':
      return `${gate} is open`;
    case 'unconfirmed':
      if (held) return `${gate} opens when the wash is free`;
      return noReadback ? `${gate} was triggered` : `${gate} was triggered but wasn’t seen opening. Check the lane`;
    case 'duplicate':
      return `${gate} may have opened before; nothing was done now${because}. Look at the lane before you open it`;
    case 'expired':
      return `${gate} did not open: the command didn’t reach it in time. Press Open Gate again`;
    case 'interlocked':
      return `${gate} is held closed by the lane’s safety loop${because}`;
    case 'rejected':
      return reason ? `${gate} wasn’t opened${because}` : `${gate} isn’t responding and wasn’t opened`;
    case 'unknown':
      return `No response from ${gate}. Look at the lane, then press Check`;
    default:
      return result satisfies never;
  }
}
