import type { GateAnswer } from '@washdesk/contracts/lane/gate';

/** Sentences for the cashier. `reason` comes from the agent and names the cause at the site. */
export function gateSentence(result: GateAnswer['result'], gate: string, reason: string | null): string {
  const because = reason ? `: ${reason}` : '';
  switch (result) {
    case 'opened':
      return `${gate} is open`;
    case 'unconfirmed':
      return `${gate} was told to open, but it was not seen open. Please look at the lane`;
    case 'duplicate':
      return `${gate} was told to open before; nothing was done now${because}. Please look at the lane`;
    case 'expired':
      return `${gate} did not get the command in time and was not opened. Please press Open Gate again`;
    case 'interlocked':
      return `${gate} stays closed because of the lane's safety loop${because}`;
    case 'rejected':
      return reason ? `${gate} was not opened${because}` : `${gate} does not answer and was not opened`;
    case 'unknown':
      return `It is not known whether ${gate} opened. Please look at the lane, then press Check`;
    default:
      return result satisfies never;
  }
}
