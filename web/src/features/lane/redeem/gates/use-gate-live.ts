import type { LiveMessage } from '@washdesk/contracts/system/live';
import { useState } from 'react';
import type { LiveState } from '../../../../lib/live/live-socket.ts';
import { useLive } from '../../../../lib/live/use-live.ts';
import { useLiveTicket } from '../use-live-ticket.ts';

export type GateReport = LiveMessage & { type: 'gate' };

/** What the gate itself reports, over a live socket of its own. */
export function useGateLive(host: string): { line: LiveState; report: GateReport | null; reconnect: () => void } {
  const [report, setReport] = useState<GateReport | null>(null);
  const ticket = useLiveTicket();
  const { state, reconnect } = useLive({ topic: 'gate', host }, ticket, (message) => {
    if (message.type === 'gate' && message.host === host) setReport(message);
  });
  return { line: state, report, reconnect };
}
