/** `reopened`: a cause that was alerted lately is back. `unstable`: too many different causes, alerted as one. */
export type FaultChange = 'raised' | 'reopened' | 'unstable' | 'cleared';

/** The fault of a source, which is a device or a problem of the agent. */
export interface SourceFault {
  /** Reports with the same cause are one fault; null if nothing is wrong. */
  cause: string | null;
  /** Causes that ended lately, with the time. */
  ended: Readonly<Record<string, string>>;
}

export const noFault: SourceFault = { cause: null, ended: {} };

/** A cause that ended less than this ago is the same fault when it comes back. */
const holdMs = 600_000;
const unstable = 'unstable';
/** After this many different causes within `holdMs`, every other one is the cause `unstable`. */
const mostCauses = 4;

/** Returns the next state of a source and what to report (docs/decisions/0097-flapping-devices.md); null without a change. */
export function nextFault(
  { cause: before, ended }: SourceFault,
  reported: string | null,
  at: Date,
): { fault: SourceFault; change: FaultChange } | null {
  const isHeld = ([, time]: readonly [string, string]): boolean => at.getTime() - Date.parse(time) < holdMs;
  const held = Object.fromEntries(Object.entries(ended).filter(isHeld));
  const isNew = reported !== null && reported !== before && held[reported] === undefined;
  const others = new Set([...Object.keys(held), ...(before === null ? [] : [before])]);
  const cause = isNew && others.size >= mostCauses ? unstable : reported;
  if (cause === before) return null;
  const fault = { cause, ended: before === null ? held : { ...held, [before]: at.toISOString() } };
  if (cause === null) return { fault, change: 'cleared' };
  if (held[cause] !== undefined) return { fault, change: 'reopened' };
  return { fault, change: cause === unstable ? 'unstable' : 'raised' };
}
