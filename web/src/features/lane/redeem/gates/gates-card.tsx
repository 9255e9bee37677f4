import { Section } from '../../../../components/section.tsx';
import { useFlag } from '../../../../lib/flags.ts';
import { useHostsQuery } from '../../../../lib/startup-api.ts';
import type { Hotkey } from '../../../../lib/hotkeys/use-hotkey.ts';
import { GateButton } from './gate-button.tsx';

/** The shortcuts of the first gates; further gates have none. */
const hotkeys: readonly Hotkey[] = ['F8', 'F9'];

/** How often it is asked whether the gates can be reached; what they do is reported by their live sockets. */
const healthRefreshMs = 15_000;

/** Open Gate, one button a gate host; only with the flag `gatecontrol`. */
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
