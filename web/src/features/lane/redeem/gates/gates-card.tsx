import { Section } from '../../../../components/section.tsx';
import { useFlag } from '../../../../lib/flags.ts';
import { useHostsQuery } from '../../../../lib/startup-api.ts';
import type { Hotkey } from '../../../../lib/hotkeys/use-hotkey.ts';
import { GateButton } from './gate-button.tsx';

/** The first gates have a key; a site with more presses the rest by hand. */
const hotkeys: readonly Hotkey[] = ['F8', 'F9'];

/** The gates' own sockets tell what they do; whether they can be reached at all is asked for. */
const healthRefreshMs = 15_000;

/** Open Gate, one button a gate host; only with the flag `gatecontrol` (front-desk section 2, "Redeem interface"). */
export function GatesCard() {
  const on = useFlag('gatecontrol');
  const { data } = useHostsQuery(undefined, { skip: !on, pollingInterval: healthRefreshMs });
  if (!on || !data?.hosts.length) return null;
  return (
    <Section title="Gates">
      {data.hosts.map((gate, index) => (
        <GateButton key={gate.host} gate={gate} hotkey={hotkeys[index] ?? null} />
      ))}
    </Section>
  );
}
