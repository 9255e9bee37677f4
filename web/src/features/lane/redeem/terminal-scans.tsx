import { scansTopic } from '@washdesk/contracts/lane/scan';
import { codeOfScan } from '@washdesk/rules/codes/scanner';
import { useClaimedTerminal } from '../../../lib/claimed-terminal.ts';
import { useFlag } from '../../../lib/flags.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { receiveScan } from '../../../lib/scanner/scan-listeners.ts';
import { useCurrentDeviceQuery } from '../../../lib/startup-api.ts';

/** Receives the scans of the site's scanner at this register's terminal like those of a keyboard scanner; only with the flag `dxtrfid`. */
export function TerminalScans() {
  const isOn = useFlag('dxtrfid');
  const { data } = useCurrentDeviceQuery();
  const claimed = useClaimedTerminal();
  const terminal = data?.device?.terminal ?? claimed;
  return isOn && terminal ? <Listening terminal={terminal} /> : null;
}

function Listening({ terminal }: { terminal: string }) {
  useLive(scansTopic, ({ code }) => receiveScan(codeOfScan(code)), { terminal });
  return null;
}
