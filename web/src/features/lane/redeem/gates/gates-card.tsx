import type { GateHost } from '@washdesk/contracts/lane/hosts';
import { useFlag } from '../../../../lib/flags.ts';
import type { Hotkey } from '../../../../lib/hotkeys/use-hotkey.ts';
import { useHostsQuery } from '../../../../lib/startup-api.ts';
import { GateButton } from './gate-button.tsx';
import styles from './gate-button.module.css';

/** The shortcuts of the first gates; other gates have none. */
const hotkeys: readonly Hotkey[] = ['F8', 'F9'];

/** The poll interval for the gates' reachability; their live sockets report their state. */
const healthRefreshMs = 15_000;

/** Returns the gates of this site; empty without the flag `gatecontrol`. */
function useGates(): readonly GateHost[] {
  const on = useFlag('gatecontrol');
  const { data } = useHostsQuery(undefined, { skip: !on, pollingInterval: healthRefreshMs });
  return (on && data?.hosts) || [];
}

/** Open Gate: one button per gate host; only with the flag `gatecontrol`. `customer` is the member whose result is shown. */
export function GatesCard({ customer = null }: { customer?: string | null }) {
  const gates = useGates();
  if (gates.length === 0) return null;
  return (
    <div role="region" aria-label="Gates" className={styles.gates}>
      {gates.map((gate, index) => (
        <GateButton key={gate.host} gate={gate} hotkey={hotkeys[index] ?? null} customer={customer} />
      ))}
    </div>
  );
}
